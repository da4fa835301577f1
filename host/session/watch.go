package session

// Simulations visits the simulations that are open, in no particular order.
func (r *Runtime) Simulations(visit func(Handle, *Simulation)) {
	t := &r.simulations
	t.mu.RLock()
	defer t.mu.RUnlock()
	for place, s := range t.slots() {
		if thing := s.thing.Load(); thing != nil {
			visit(Handle(s.generation.Load())<<(placeBits+kindBits)|Handle(place)<<kindBits|t.kind, thing)
		}
	}
}

// note tells the log what happened that is no fault.
func (r *Runtime) note(text string) {
	if log := *r.log.Load(); log != nil {
		log("info", text)
	}
}
