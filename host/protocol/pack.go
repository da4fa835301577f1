package protocol

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/host/contentpack"
	"github.com/astragal-engine/astragal/host/session"
)

var keyPacks = newKey("packs")

// packRef reads a pack: a text, which is its id, or a map with path or zip.
func packRef(param string, text []byte) (ref session.PackRef, err error) {
	if json.Unmarshal(text, &ref.ID) == nil {
		if ref.ID == "" {
			return ref, badParam(param, "names no pack")
		}
		return ref, nil
	}
	var given struct {
		Path *string `json:"path"`
		Name string  `json:"name"`
		Zip  []byte  `json:"zip"`
	}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if d.Decode(&given) != nil || (given.Path == nil) == (given.Zip == nil) {
		return ref, badParam(param, "is neither the id of a pack nor a map with path, or with zip")
	}
	if given.Path != nil {
		return session.PackRef{Path: *given.Path}, nil
	}
	return session.PackRef{Zip: given.Zip, Name: given.Name}, nil
}

func (c *call) packRef() (session.PackRef, error) {
	text, err := plainJSON(c.arg("pack").bytes)
	if err != nil {
		return session.PackRef{}, err
	}
	return packRef("pack", text)
}

// packModel reads the model of a pack and what adds to it.
func (c *call) packModel() (*session.PackModel, error) {
	for _, other := range []string{"text", "path", "name"} {
		if c.given(other) {
			return nil, badParam(other, "and pack are both there; give one")
		}
	}
	of, err := c.packRef()
	if err != nil {
		return nil, err
	}
	x := &session.PackModel{Of: of, Name: c.text("pack_model")}
	list, err := c.texts("add")
	for _, text := range list {
		ref, err := packRef("add", text)
		if err != nil {
			return nil, err
		}
		x.Adds = append(x.Adds, ref)
	}
	if err != nil {
		return nil, err
	}
	x.Grant, err = c.grant()
	return x, err
}

// grant reads capabilities; nil: they are not given.
func (c *call) grant() ([]string, error) {
	list, err := c.texts("grant")
	if err != nil || !c.given("grant") {
		return nil, err
	}
	out := []string{}
	for _, raw := range list {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return nil, badParam("grant", "has an entry that is no text")
		}
		if !contentpack.IsCapability(text) {
			return nil, badParam("grant", "has '%s', which is no capability", clip([]byte(text)))
		}
		out = append(out, text)
	}
	return out, nil
}

// texts gives the elements of a list as JSON.
func (c *call) texts(name string) ([]json.RawMessage, error) {
	if !c.given(name) {
		return nil, nil
	}
	text, err := plainJSON(c.arg(name).bytes)
	if err != nil {
		return nil, err
	}
	var list []json.RawMessage
	if json.Unmarshal(text, &list) != nil {
		return nil, badParam(name, "is no list")
	}
	return list, nil
}

func packList(c *call) error {
	list, wrong, err := c.ListPacks()
	if err != nil {
		return err
	}
	w := &c.w
	w.Key(keyPacks)
	w.List(len(list))
	for _, p := range list {
		w.Map()
		for _, entry := range [][2]string{{"id", p.ID}, {"version", p.Version}, {"title", p.Title}, {"name", p.Name}} {
			w.Name(entry[0])
			w.Text(entry[1])
		}
		w.EndMap()
	}
	w.EndList()
	return w.packErrors(wrong)
}

func packInspect(c *call) error {
	ref, err := c.packRef()
	if err != nil {
		return err
	}
	p, list, err := c.OpenPack(ref)
	if err != nil {
		return err
	}
	c.w.Key(keyOK)
	c.w.Bool(p != nil)
	if p != nil {
		text, err := json.Marshal(p.Report())
		if err != nil {
			return err
		}
		c.w.Name("pack")
		c.w.JSON(text)
	}
	return c.w.packErrors(list)
}

func packVerify(c *call) error {
	ref, err := c.packRef()
	if err != nil {
		return err
	}
	var keys []contentpack.Key
	list, err := c.texts("keys")
	if err != nil {
		return err
	}
	if c.given("keys") {
		keys = []contentpack.Key{}
	}
	for _, raw := range list {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return badParam("keys", "has an entry that is no text")
		}
		k, err := contentpack.ParseKey(text)
		if err != nil {
			return badParam("keys", "has an entry that is no key: %v", err)
		}
		keys = append(keys, k)
	}
	grant, err := c.grant()
	if err != nil {
		return err
	}
	p, faults, err := c.VerifyPack(ref, keys, grant)
	if err != nil {
		return err
	}
	w := &c.w
	w.Key(keyOK)
	w.Bool(p != nil && !faults.Any())
	if p != nil {
		w.Name("id")
		w.Text(p.ID)
		w.Name("version")
		w.Text(p.Version.String())
		w.Name("capabilities")
		w.textList(p.Capabilities)
		var signed []string
		for _, k := range p.Signed {
			signed = append(signed, k.String())
		}
		w.Name("signed")
		w.textList(signed)
	}
	return w.packErrors(faults)
}

func (w *writer) textList(list []string) {
	w.List(len(list))
	for _, s := range list {
		w.Text(s)
	}
	w.EndList()
}

// usable opens a pack that the runtime takes.
func (c *call) usable() (*contentpack.Pack, error) {
	ref, err := c.packRef()
	if err != nil {
		return nil, err
	}
	p, list, err := c.VerifyPack(ref, nil, nil)
	if err == nil && (p == nil || list.Any()) {
		err = session.PackFault(list)
	}
	return p, err
}

func packTexts(c *call) error {
	p, err := c.usable()
	if err != nil {
		return err
	}
	texts := p.Texts(c.text("language"))
	if texts == nil {
		return badParam("language", "'%s' is none of the pack '%s'", clip([]byte(c.text("language"))), p.ID)
	}
	c.w.Name("texts")
	c.w.Map()
	for _, from := range slices.Sorted(maps.Keys(texts)) {
		c.w.Name(from)
		c.w.Text(texts[from])
	}
	c.w.EndMap()
	return nil
}

func packFile(c *call) error {
	p, err := c.usable()
	if err != nil {
		return err
	}
	text, ok := p.Files.Get(c.text("file"))
	if !ok {
		return badParam("file", "'%s' is not in the pack '%s'", clip([]byte(c.text("file"))), p.ID)
	}
	c.w.Key(keyData)
	c.w.Bytes(len(text), func(b []byte) []byte { return append(b, text...) })
	return nil
}

func (w *writer) packErrors(list contentpack.Errors) error {
	text, err := json.Marshal(list.Report())
	if err != nil {
		return err
	}
	w.Name("errors")
	w.JSON(text)
	return nil
}
