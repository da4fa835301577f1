package check

import (
	"fmt"
	"slices"
	"strings"
)

var answers = []string{"open", "assumed", "answered"}

// questions looks at what the designer has left open.
func questions(c *checker) {
	for i := range c.m.Questions {
		q := &c.m.Questions[i]
		if q.Question == "" {
			c.fault("no-question", q.Pos, "add question", fmt.Sprintf("open question %d has no question", i+1))
		}
		if q.Status != "" && !slices.Contains(answers, q.Status) {
			c.warn("question-status", q.StatusPos, c.nearOr(q.Status, answers, "use one of these"),
				fmt.Sprintf("status %s of an open question is unknown; known: %s", quote(q.Status), strings.Join(answers, ", ")))
		}
	}
}
