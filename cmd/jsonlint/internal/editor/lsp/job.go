package lsp

import (
	"context"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

// ask passes a request about a document on to the worker.
func (s *server) ask(r *protocol.Message, uri string, answer func(t *task) (any, error)) error {
	d := s.documents[uri]
	if d == nil {
		return failure(protocol.CodeInvalidParams, "the document "+uri+" is not open")
	}
	if isWhole := r.Method != "textDocument/diagnostic" && r.Method != "textDocument/codeAction"; isWhole && d.text.Len() > s.config.Large {
		s.reply(r.ID, nil) // the server has said so when the document became large
		return nil
	}
	s.requests = append(s.requests, &job{document: d, request: r, id: string(r.ID), answer: answer})
	return nil
}

// startJob gives the worker its next job if it has none: the first request or, if there is none, the check
// of a document.
func (s *server) startJob() {
	if s.current != nil || s.state != isRunning {
		return
	}
	j := s.nextJob()
	if j == nil {
		return
	}
	d := j.document
	engine, err := s.engineOf(d)
	if err != nil {
		s.fail(j, err)
		return
	}
	engine.Assume(d.path, d.dialect)
	ctx, stop := context.WithCancel(context.Background())
	j.stop = stop
	j.task = task{
		ctx: ctx, Snapshot: d.text.Snapshot(), uri: d.uri, path: d.path, version: d.version, serial: d.serial, isLarge: d.text.Len() > s.config.Large, generation: s.generation,
		engine: engine, client: &s.client, request: j.request,
	}
	if j.request != nil && slices.Contains(acrossFiles, j.request.Method) {
		j.task.others = s.others(d)
	}
	s.current = j
	s.jobs <- j // there is room, because the worker has no job
}

// acrossFiles are the requests that may concern several files.
var acrossFiles = []string{"textDocument/codeAction", "textDocument/definition", "textDocument/references"}

func (s *server) nextJob() *job {
	if len(s.requests) > 0 {
		j := s.requests[0]
		s.requests = slices.Delete(s.requests, 0, 1)
		return j
	}
	for len(s.waiting) > 0 {
		d := s.waiting[0]
		s.waiting = slices.Delete(s.waiting, 0, 1)
		d.waiting = false
		if s.documents[d.uri] == d {
			return &job{document: d, answer: pushed}
		}
	}
	return nil
}

// engineOf returns the engine for a document. A folder has one engine, because it cannot be both a workspace
// folder and the folder of a document outside of workspace folders.
func (s *server) engineOf(d *document) (Engine, error) {
	if e := s.engines[d.folder]; e != nil {
		return e, nil
	}
	e, err := s.config.NewEngine(d.folder, d.isInside)
	if err == nil {
		s.engines[d.folder] = e
	}
	return e, err
}

// work does jobs until there are no more.
func work(jobs <-chan *job, done chan<- *job) {
	last := new(checked)
	for j := range jobs {
		j.task.checked = last
		j.err = crash.Catch(func() (err error) {
			j.result, err = j.answer(&j.task)
			return err
		})
		if last.serial == j.task.serial && last.generation == j.task.generation { // otherwise, the notes may be outdated
			j.checked, j.notes, j.mistake = true, last.Notes, last.Mistake
		}
		done <- j
	}
}

// finishJob sends the result of a job.
func (s *server) finishJob(j *job) {
	s.current = nil
	j.stop()
	j.task.Release()
	for _, other := range j.task.others {
		other.Release()
	}
	if j.stopped != nil {
		if j.request != nil {
			s.replyError(j.request.ID, j.stopped)
		}
		return
	}
	if j.err != nil {
		s.fail(j, j.err)
		return
	}
	if j.checked && j.task.generation == s.generation {
		s.tell(j.document, j.notes...)
		s.mark(j.mistake)
	}
	switch d := j.document; {
	case j.request != nil:
		s.reply(j.request.ID, j.result)
	case s.documents[d.uri] == d && d.serial == j.task.serial && s.generation == j.task.generation:
		s.publish(j.result.(protocol.PublishDiagnosticsParams))
	}
}

// fail reports that a job has failed.
func (s *server) fail(j *job, err error) {
	if crash.Of(err) != nil {
		s.config.Complain(err)
	}
	if j.request == nil {
		s.tell(j.document, err.Error())
		return
	}
	s.replyError(j.request.ID, err)
}

// The reasons why a request is not answered.
var (
	errCancelled = &protocol.Error{Code: protocol.CodeRequestCancelled, Message: "the request has been cancelled"}
	errModified  = &protocol.Error{Code: protocol.CodeContentModified, Message: "the document has changed"}
	errPullAgain = &protocol.Error{Code: protocol.CodeServerCancelled, Message: "the document has changed", Data: protocol.RetriggerData{RetriggerRequest: true}}
)

// halt stops the job that the worker has.
func (s *server) halt(reason error) {
	if s.current.stopped == nil {
		s.current.stopped = reason
	}
	s.current.stop()
}

// abandon stops all that is done and waits to be done, because the client needs no more answers. Requests end with an error.
func (s *server) abandon() {
	if j := s.current; j != nil {
		s.halt(errCancelled)
		if j.request != nil {
			s.replyError(j.request.ID, j.stopped)
			j.request = nil // it has been answered
		}
	}
	for _, j := range s.requests {
		s.replyError(j.request.ID, errCancelled)
	}
	s.requests, s.waiting = nil, nil
}

// outdate stops what is done about a document, because it changes or is closed. Requests about it refer to the text
// before the change, so those that wait cannot be answered any more.
func (s *server) outdate(d *document) {
	if j := s.current; j != nil && j.document == d {
		s.halt(j.outdated())
	}
	s.requests = slices.DeleteFunc(s.requests, func(j *job) bool {
		if j.document == d {
			s.replyError(j.request.ID, j.outdated())
		}
		return j.document == d
	})
}

// outdated returns the reason why a job is stopped when its document changes.
func (j *job) outdated() error {
	if j.request != nil && j.request.Method == "textDocument/diagnostic" {
		return errPullAgain
	}
	return errModified
}

// cancel cancels the request with the given ID, if it has not been answered yet.
func (s *server) cancel(id string) {
	if s.current != nil && s.current.request != nil && s.current.id == id {
		s.halt(errCancelled)
		return
	}
	for i, j := range s.requests {
		if j.id == id {
			s.requests = slices.Delete(s.requests, i, i+1)
			s.replyError(j.request.ID, errCancelled)
			return
		}
	}
}
