package lsp

import (
	"context"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/text"
	"github.com/assayjson/assay/lint"
)

// A Config has what the server needs besides its connection.
type Config struct {
	Version   string                                           // of the program
	Folder    string                                           // the working directory, whose settings apply to documents without a folder
	NewEngine func(folder string, isOpen bool) (Engine, error) // makes an engine for the documents of a folder, which is open in the editor if isOpen is true
	Watched   []string                                         // glob patterns of the files that engines may read
	Large     int                                              // the largest text in bytes for which there are all features; LargeText if it is 0
	Complain  func(err error)                                  // called for messages that are invalid, and for panics; may be called by several goroutines
}

// A server is the state of a connection. Only the goroutine of Serve uses it.
type server struct {
	config Config
	stream *protocol.Stream

	in   chan *protocol.Message // messages from the client; closed at the end of the connection
	stop chan struct{}          // closed when no more messages are handled
	jobs chan *job              // to the worker; has room for one job
	done chan *job              // from the worker
	out  chan outgoing          // to the writer
	outbox

	abilities
	folders    []string
	documents  map[string]*document // by URI
	marked     map[string]Mistake   // the mistakes in settings files whose diagnostics have been published, by path
	engines    map[string]Engine    // by folder
	changes    int                  // number of texts that documents have had
	generation int                  // number of times that the engines have been forgotten
	requests   []*job               // that wait for the worker
	current    *job                 // that the worker has, or nil
	waiting    []*document          // for a check; some may have been closed

	state   int  // begins with waitsForInitialize
	orderly bool // the client has said "shutdown" before "exit"
}

// abilities are what the client can do, as it has said in "initialize".
type abilities struct {
	client   protocol.ClientCapabilities
	encoding text.Encoding
	pushes   bool // diagnostics are sent whenever they change; otherwise, the client asks for them
}

const (
	waitsForInitialize = iota
	isRunning
	isShutDown
	hasExited
)

// A document is open in the editor. Only the goroutine of Serve uses it.
type document struct {
	uri      string
	path     string       // the absolute path of its file, or that of a file that does not exist if it has not been saved
	dialect  lint.Dialect // in which the editor reads it
	folder   string       // the workspace folder that contains it, or the folder of its file
	isInside bool         // folder is a workspace folder
	version  int32
	serial   int // of the text; unlike versions, serials come from the server, and none is used twice
	text     *text.Text
	waiting  bool     // for a check; it is then in server.waiting
	told     bool     // the user knows that the text is too large for some features
	notes    []string // of the last check; they have been shown
}

// A job is the check of a document, or a request about it. While the worker has the job, only the
// worker uses its fields, except document, request, id, stop and stopped, which it does not use.
type job struct {
	document *document
	request  *protocol.Message  // nil for a check whose diagnostics are published
	id       string             // of the request
	stop     context.CancelFunc // ends the work of the worker early; nil until it begins
	stopped  error              // why the result is no longer needed; nil if it is
	answer   func(t *task) (any, error)

	task    task
	result  any
	checked bool     // the text has been checked, now or by an earlier job
	notes   []string // of the check
	mistake *Mistake // of the check
	err     error
}

// A task is what a job is about.
type task struct {
	*text.Snapshot
	ctx        context.Context // done if the result is no longer needed
	uri, path  string
	version    int32
	serial     int
	isLarge    bool // there is time and memory for few features only
	generation int  // of the engine
	engine     Engine
	client     *protocol.ClientCapabilities
	request    *protocol.Message
	checked    *checked            // the last check, whatever document it was of
	others     map[string]openFile // the other open documents by path, if the request may concern several files
}

// A checked is the result of a check.
type checked struct {
	serial     int // of the text; 0 if nothing has been checked
	generation int
	Result
}

// An openFile is the text of another document that is open in the editor, when the job begins.
type openFile struct {
	*text.Snapshot
	uri     string
	version int32
}
