package lsp

import (
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/lsp/text"
)

// A job is the check of a document, or a request about it. While the worker has the job, only the
// worker uses its fields, except document, request, id and cancelled, which it does not use.
type job struct {
	document  *document
	request   *protocol.Message // nil for a check whose diagnostics are published
	id        string            // of the request
	cancelled bool
	answer    func(t *task) (any, error)

	task   task
	result any
	notes  []string
	err    error
}

// A task is what a job is about.
type task struct {
	*text.Snapshot
	uri, path  string
	version    int32
	generation int // of the engine
	engine     Engine
	client     *protocol.ClientCapabilities
	request    *protocol.Message
	checked    *checked // the last check, whatever document it was of
}

// A checked is the result of a check.
type checked struct {
	uri        string
	version    int32
	generation int
	Result
}

// startJob gives the worker its next job if it has none: the first request or, if there is none, the check
// of a document.
func (s *server) startJob() {
	if s.working || s.state != isRunning {
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
	j.task = task{
		Snapshot: d.text.Snapshot(), uri: d.uri, path: d.path, version: d.version, generation: s.generation,
		engine: engine, client: &s.client, request: j.request,
	}
	s.working, s.current = true, j
	s.jobs <- j // there is room, because the worker has no job
}

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
		j.notes = last.Notes
		done <- j
	}
}

// finishJob sends the result of a job.
func (s *server) finishJob(j *job) {
	s.working, s.current = false, nil
	j.task.Release()
	if j.err != nil {
		s.fail(j, j.err)
		return
	}
	for _, note := range j.notes {
		s.tell(note)
	}
	switch d := j.document; {
	case j.cancelled:
		s.replyError(j.request.ID, errCancelled)
	case j.request != nil:
		s.reply(j.request.ID, j.result)
	case s.documents[d.uri] == d && d.version == j.task.version && s.generation == j.task.generation:
		s.publish(j.result.(protocol.PublishDiagnosticsParams))
	}
}

// fail reports that a job has failed.
func (s *server) fail(j *job, err error) {
	if crash.Of(err) != nil {
		s.config.Complain(err)
	}
	if j.request == nil {
		s.tell(err.Error())
		return
	}
	s.replyError(j.request.ID, err)
}

var errCancelled = failure(protocol.CodeRequestCancelled, "the request has been cancelled")

// cancel cancels the request with the given ID, if it has not been answered yet.
func (s *server) cancel(id string) {
	if s.current != nil && s.current.request != nil && s.current.id == id {
		s.current.cancelled = true
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
