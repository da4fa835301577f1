package game

import "github.com/astragal-engine/astragal/engine/program"

type contract struct{}

func (g *Game) relate(relation string)                  {}
func (g *Game) relateDue(v *program.Var)                {}
func (g *Game) relateCosts(terminal bool)               {}
func (g *Game) relateWinners(won, also sees)            {}
func (g *Game) relateOut(seat int)                      {}
func (g *Game) relateEnd(e *program.End, pay []float64) {}
