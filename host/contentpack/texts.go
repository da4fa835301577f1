package contentpack

import (
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// longestText is how many bytes a text of a language may have.
const longestText = 8 << 10

// languages reads the texts of all languages.
func (p *Pack) languages() Errors {
	var out Errors
	trees := model.NewTrees("pack", model.Limits{})
	p.texts = map[string]map[string]string{}
	for _, a := range p.Languages {
		file, ok := p.Files.Get(a.Path)
		if !ok {
			continue // said already
		}
		n, list, fail := trees.Read(p.Files.At(a.Path).File, string(file))
		if fail != nil {
			list = diag.List{fail.Diagnostic}
		}
		for _, d := range list {
			d.Code = pack.Schema
			out = append(out, pack.Error{Diagnostic: d})
		}
		if fail != nil || n.Kind == model.Null {
			continue
		}
		if n.Kind != model.MapNode {
			out = append(out, one(pack.Schema, n.Pos, "write a mapping from what a model shows to what to show instead", "this is no mapping of texts")...)
			continue
		}
		texts := make(map[string]string, len(n.Keys))
		for i, k := range n.Keys {
			v := n.Items[i]
			switch {
			case !k.Scalar() || !v.Scalar() || v.Kind == model.Null:
				out = append(out, one(pack.Schema, v.Pos, "write a text", "this must be a text in place of a text")...)
			case len(v.Raw()) > longestText:
				out = append(out, one(packfile.Limit, v.Pos, "make it shorter", "this text has more than %d bytes", longestText)...)
			default:
				texts[k.Raw()] = v.Raw()
			}
		}
		p.texts[a.Name] = texts
	}
	return out
}

// Texts gives what to show in a language in place of what models show; nil: the pack does not have the language.
func (p *Pack) Texts(language string) map[string]string { return p.texts[language] }
