package formula

import (
	"slices"
	"sort"
	"strings"
)

// macroForms tell how what is no function is used.
var macroForms = map[string]string{
	"has": "has(self.x)", "all": "list.all(x, condition)", "exists": "list.exists(x, condition)",
	"exists_one": "list.exists_one(x, condition)", "filter": "list.filter(x, condition)", "map": "list.map(x, value) or list.map(x, condition, value)",
	"countCopies": "countCopies('type') or countCopies('type', condition)", "hasCopy": "hasCopy('type') or hasCopy('type', condition)",
	"sumFields": "sumFields(condition)", "fieldsWhere": "fieldsWhere(condition)",
}

// usage tells what a function takes.
func usage(name string) string {
	var forms []string
	for _, f := range signatures {
		if f.name != name {
			continue
		}
		for _, text := range strings.Fields(f.of) {
			args := strings.TrimPrefix(text, ".")
			types, _ := readTypes(args)
			var list []string
			for i, t := range types {
				word := known{}.typeOf(t).String()
				if strings.Contains(f.of, "n") && word == "integer" && !strings.ContainsAny(f.of, "s") {
					word = "number"
				}
				if i > 0 || text[0] != '.' {
					list = append(list, word)
				} else {
					list = append(list, word+"."+name+"(")
				}
			}
			form := name + "(" + strings.Join(list, ", ") + ")"
			if text[0] == '.' {
				form = list[0] + strings.Join(list[1:], ", ") + ")"
			}
			if !slices.Contains(forms, form) {
				forms = append(forms, form)
			}
		}
	}
	return strings.Join(forms, " or ")
}

func functionNames() []string {
	var list []string
	for name := range macroForms {
		list = append(list, name)
	}
	for _, f := range signatures {
		if letter(f.name[0]) && f.name[0] != '_' {
			list = append(list, f.name)
		}
	}
	sort.Strings(list)
	return list
}
