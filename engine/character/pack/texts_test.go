package pack

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMessages(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		args       map[string]any
		want       string
	}{
		{"en", "It''s '{quoted}' {who}", map[string]any{"who": "Ann"}, "It's {quoted} Ann"},
		{"en", "don't {x}", nil, "don't {x}"},
		{"en", "{n, plural, one {# arrow} other {# arrows}}", map[string]any{"n": 1}, "1 arrow"},
		{"en", "{n, plural, one {# arrow} other {# arrows}}", map[string]any{"n": 1.5}, "1.5 arrows"},
		{"en", "{n, plural, =0 {none} one {# arrow} other {# arrows}}", map[string]any{"n": 0}, "none"},
		{"en", "{n, plural, offset:1 =1 {you} one {you and # other} other {you and # others}}", map[string]any{"n": 3}, "you and 2 others"},
		{"en", "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", map[string]any{"n": 22}, "22nd"},
		{"pl", "{n, plural, one {# strzała} few {# strzały} many {# strzał} other {# strzały}}", map[string]any{"n": 5}, "5 strzał"},
		{"pl", "{n, plural, one {# strzała} few {# strzały} many {# strzał} other {# strzały}}", map[string]any{"n": 102}, "102 strzały"},
		{"ja", "{n, plural, other {矢#本}}", map[string]any{"n": 1}, "矢1本"},
		{"en", "{g, select, f {her} other {their}} {n, number}", map[string]any{"g": "x", "n": -2}, "their -2"},
		{"en", "{n, plural, one {{g, select, a {# A} other {# B}}} other {}}", map[string]any{"n": 1, "g": "a"}, "1 A"},
	} {
		rs := loaded(t, one("", "i18n/"+c.lang+".yaml", "k: "+quotedYAML(c.text)))
		got, ok := rs.Texts.Text(c.lang, "t:k", c.args)
		require.True(t, ok)
		require.Equal(t, c.want, got, c.text)
	}
}

func quotedYAML(s string) string {
	out := "\""
	for _, r := range s {
		if r == '"' || r == '\\' {
			out += "\\"
		}
		out += string(r)
	}
	return out + "\""
}

func TestDescribe(t *testing.T) {
	rs := loaded(t, one("tags: [fire]\nfields: [{id: hp.max, type: integer, label: Hit points}, {id: mp, type: integer}]\ncontentTypes: [{id: weapon, actions: [{id: cut, steps: []}]}]\nactions: [{id: rest, steps: []}]",
		"content/a.yaml", "- {id: axe, type: weapon, actions: [{id: throw, steps: []}]}\n- {id: bow, type: weapon}",
		"i18n/en.yaml", "axe: {name: Axe, description: Sharp, actions: {throw: {name: Throw it}}}\ntypes.weapon.actions.cut.name: Cut\ntags.fire.name: Fire",
		"i18n/de.yaml", "axe.name: Beil\nactions.rest.name: Rasten"))
	names := func(lang string, ids ...string) (out []string) {
		for _, d := range rs.Describe(lang, ids, nil) {
			out = append(out, d.Name)
		}
		return out
	}
	require.Equal(t, []string{"Beil", "Throw it", "Cut", "Rasten", "Hit points", "mp", "bow", "Fire", "knows"},
		names("de-AT", "t:axe", "t:axe#throw", "t:bow#cut", "t:rest", "t:hp.max", "t:mp", "t:bow", "fire", "nobody:knows"))
	require.Equal(t, []string{"Axe", "Rasten"}, names("fr", "t:axe", "t:rest"))
	require.Equal(t, Description{"t:axe", "Axe", "Sharp"}, rs.Describe("en", []string{"t:axe"}, nil)[0])
	require.Equal(t, []string{"de", "en"}, rs.Texts.Languages())
}
