package lsp

// The parts of the language server protocol, 3.17, that the server speaks.

// Position is a place in a text: line and column from 0, the column in units of the encoding agreed on.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range goes up to End, which is not in it.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

type location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

type textDocument struct {
	URI     string `json:"uri"`
	Version *int   `json:"version"`
	Text    string `json:"text"`
}

type documentParams struct {
	TextDocument textDocument `json:"textDocument"`
}

type positionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Position     Position     `json:"position"`
	Context      struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
	NewName string `json:"newName"`
}

// edit is a change of a text; without a range it is the whole text.
type edit struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

type changeParams struct {
	TextDocument   textDocument `json:"textDocument"`
	ContentChanges []edit       `json:"contentChanges"`
}

type initializeParams struct {
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
	} `json:"capabilities"`
}

type diagnostic struct {
	Range    Range  `json:"range"`
	Severity int    `json:"severity"`
	Code     string `json:"code"`
	Source   string `json:"source"`
	Message  string `json:"message"`
	Data     string `json:"data,omitempty"` // the word to write instead
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

func markdown(text string) *markup { return &markup{"markdown", text} }

type hover struct {
	Contents *markup `json:"contents"`
	Range    Range   `json:"range"`
}

type textEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type codeActionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Range        Range        `json:"range"`
	Context      struct {
		Diagnostics []diagnostic `json:"diagnostics"`
	} `json:"context"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

type completionItem struct {
	Label         string    `json:"label"`
	Kind          int       `json:"kind"`
	Detail        string    `json:"detail,omitempty"`
	Documentation *markup   `json:"documentation,omitempty"`
	SortText      string    `json:"sortText,omitempty"`
	TextEdit      *textEdit `json:"textEdit"`
}

type completionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []completionItem `json:"items"`
}

type documentSymbol struct {
	Name           string            `json:"name"`
	Detail         string            `json:"detail,omitempty"`
	Kind           int               `json:"kind"`
	Range          Range             `json:"range"`
	SelectionRange Range             `json:"selectionRange"`
	Children       []*documentSymbol `json:"children,omitempty"`
}

// Kinds of completions and symbols, by their numbers in the protocol.
const (
	completeFunction = 3
	completeVariable = 6
	completeProperty = 10
	completeValue    = 12
	completeEnum     = 13
	completeKeyword  = 14
	completeConstant = 21
	completeEvent    = 23

	symbolNamespace = 3
	symbolFunction  = 12
	symbolVariable  = 13
	symbolConstant  = 14
	symbolArray     = 18
	symbolObject    = 19
	symbolKey       = 20
	symbolEvent     = 24
)
