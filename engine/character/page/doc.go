// Package page makes a computed sheet into something that a person reads: lines for a terminal, or a page
// of HTML that stands alone. Names come from the texts of the packs.
package page
