package sheet

// AppendJSON appends the change, its members in one fixed order: [ReadChanges] gives it back.
func (c *Change) AppendJSON(dst []byte) []byte {
	w := object(dst)
	w.text("type", c.Type)
	kind := kindNamed(c.Type)
	if kind == nil {
		return w.close()
	}
	has := kind.has
	w.textIf("field", c.Field)
	w.textIf("entry", c.Entry)
	if c.Item != nil {
		w.part("entry", c.Item.appendNew)
	}
	if c.Copies != nil {
		w.part("copies", c.Copies.appendJSON)
	}
	if c.Applied != nil {
		w.part("applied", c.Applied.appendJSON)
	}
	w.textIf("key", c.Key)
	if c.Path != nil {
		w.part("path", c.Path.AppendJSON)
	}
	if has("option") {
		w.any("option", c.Option)
	}
	w.textIf("followUp", c.FollowUp)
	w.textIf("source", c.Source)
	if c.From != nil {
		w.part("source", c.From.appendJSON)
	}
	w.textIf("id", c.ID)
	w.textIf("template", c.Template)
	if has("value") {
		w.any("value", c.Value)
	}
	if has("by") {
		w.any("by", c.By)
	}
	if has("equipped") {
		w.bool("equipped", c.Equipped)
	}
	if c.Active != nil {
		w.bool("active", *c.Active)
	}
	w.objectIf("state", c.State)
	w.objectIf("params", c.Params)
	w.textsIf("tags", c.Tags)
	return w.close()
}

// appendNew is a copy that has no id yet, maybe.
func (c *Copy) appendNew(dst []byte) []byte {
	if c.ID != "" {
		return c.appendJSON(dst)
	}
	w := object(dst)
	c.appendMembers(w)
	return w.close()
}

func (c *Copies) appendJSON(dst []byte) []byte {
	w := object(dst)
	w.textIf("type", c.Type)
	w.textIf("where", c.Where)
	return w.close()
}

func (a *Applied) appendJSON(dst []byte) []byte {
	w := object(dst)
	w.textIf("where", a.Where)
	if a.Limit != nil {
		w.int("limit", *a.Limit)
	}
	return w.close()
}

// AppendJSON appends {entry?, choice}.
func (p *Path) AppendJSON(dst []byte) []byte {
	w := object(dst)
	w.textIf("entry", p.Entry)
	w.texts("choice", p.Choice)
	return w.close()
}

// MarshalJSON and UnmarshalJSON make a path fit into other JSON.
func (p *Path) MarshalJSON() ([]byte, error) { return p.AppendJSON(nil), nil }

func (p *Path) UnmarshalJSON(text []byte) error {
	read, err := ReadPath(text)
	if err == nil {
		*p = *read
	}
	return err
}
