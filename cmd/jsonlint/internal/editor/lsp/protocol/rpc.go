package protocol

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/assayjson/assay/tokenizer"
)

// A Message is a request, a notification or a response, as JSON-RPC 2.0 defines them. Only one goroutine may
// use it.
type Message struct {
	ID     json.RawMessage // nil for a notification
	Method string          // "" for a response
	Params json.RawMessage // nil if there are none; shares the memory of the message
}

// parse returns the message with the given text. It does not decode the parameters, which may have
// many megabytes, and takes no memory for them.
func parse(body []byte) (m *Message, ok bool) {
	t := tokenizer.New(body)
	m = new(Message)
	if start, err := t.Next(); err != nil || start.Kind() != tokenizer.BeginObject {
		return nil, false
	}
	for {
		name, err := t.Next()
		if err != nil {
			return nil, false
		}
		if name.Kind() == tokenizer.EndObject {
			_, err = t.Next()
			return m, err == io.EOF
		}
		if !m.read(t, name.String(), body) {
			return nil, false
		}
	}
}

// read reads the value of a member of the message, whose text is body.
func (m *Message) read(t *tokenizer.Tokenizer, name string, body []byte) (ok bool) {
	kind := t.PeekKind()
	begin := t.InputOffset()
	if err := t.Skip(); err != nil {
		return false
	}
	value := bytes.TrimLeft(body[begin:t.InputOffset()], ": \t\r\n") // the colon belongs to neither the name nor the value
	switch name {
	case "method":
		return kind == tokenizer.String && json.Unmarshal(value, &m.Method) == nil && m.Method != ""
	case "id":
		m.ID = value
		return kind == tokenizer.String || kind == tokenizer.Number || kind == tokenizer.Null
	case "params":
		m.Params = value
	}
	return true
}

// An outgoing is what is written of a message.
type outgoing struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// A response is what is written of a response that has a result.
type response struct {
	outgoing
	Result any `json:"result"`
}

// NewNotification returns a notification to write.
func NewNotification(method string, params any) any {
	return outgoing{Version: "2.0", Method: method, Params: params}
}

// NewRequest returns a request to write.
func NewRequest(id int, method string, params any) any {
	return struct {
		outgoing
		ID int `json:"id"`
	}{outgoing{Version: "2.0", Method: method, Params: params}, id}
}

// NewResponse returns a response to write. The result may be nil.
func NewResponse(id json.RawMessage, result any) any {
	return response{outgoing{Version: "2.0", ID: id}, result}
}

// NewErrorResponse returns a response to write that says why there is no result.
func NewErrorResponse(id json.RawMessage, err *Error) any {
	return outgoing{Version: "2.0", ID: id, Error: err}
}

// An Error says why a request has no result.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

// RetriggerData is DiagnosticServerCancellationData, which says whether the client should ask for diagnostics again.
type RetriggerData struct {
	RetriggerRequest bool `json:"retriggerRequest"`
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// The codes of errors.
const (
	CodeInvalidRequest   = -32600
	CodeMethodNotFound   = -32601
	CodeInvalidParams    = -32602
	CodeInternalError    = -32603
	CodeNotInitialized   = -32002
	CodeRequestCancelled = -32800
	CodeContentModified  = -32801
	CodeServerCancelled  = -32802
	CodeRequestFailed    = -32803
)
