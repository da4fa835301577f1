package formula

// Code says what kind of fault a formula has, when it is compiled or when it runs.
type Code string

const (
	Syntax         Code = "syntax"                // it cannot be read
	UnknownName    Code = "unknown-name"          // a name, function or member that there is not
	TypeMismatch   Code = "type-mismatch"         // a value of the wrong type
	NoSuchKey      Code = "no-such-key"           // a part of a path that is absent, an index beyond a list
	DivisionByZero Code = "division-by-zero"      // by / or %
	Overflow       Code = "overflow"              // an integer beyond 2^53 - 1, a number without end
	SafetyLimit    Code = "safety-limit-exceeded" // too long, too deep, too much work, too many dice
)

// Error is a fault of a formula. Offset and Length tell in bytes which part of its text is meant.
type Error struct {
	Code           Code
	Offset, Length int
	Message        string         // what is wrong and what to do, without the place
	Data           map[string]any // the name, path, operator, limit that is meant, for hosts; may be nil
	Cause          *Error         // when a name could not be answered: the fault there
}

func (e *Error) Error() string { return e.Message + " [" + string(e.Code) + "]" }

// Failed gives an error without a place, for those who answer a running formula. The formula adds the place.
func Failed(code Code, message string) *Error {
	return &Error{Code: code, Message: message, Offset: -1}
}
