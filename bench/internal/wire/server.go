package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/assayjson/assay/bench/internal/contest"
)

// Serve reads commands, runs the contestants as the commands demand, and writes the answers. It
// returns at the end of its input.
func Serve(in io.Reader, out io.Writer, version string, contestants []contest.Contestant) error {
	s := &server{in: bufio.NewReader(in), out: bufio.NewWriter(out), version: version, contestants: contestants}
	s.chunks = contest.NewChunks(nil)
	for {
		line, err := s.in.ReadString('\n')
		if err == io.EOF && line == "" {
			return nil
		}
		if err == nil {
			err = s.command(line)
		}
		if err != nil {
			return fmt.Errorf("command %q: %w", line, err)
		}
		if err := s.out.Flush(); err != nil {
			return err
		}
	}
}

type server struct {
	in          *bufio.Reader
	out         *bufio.Writer
	version     string
	contestants []contest.Contestant
	chunks      *contest.Chunks
}

func (s *server) command(line string) error {
	var i, n int
	switch {
	case line == "hello\n":
		s.hello()
		return nil
	case scan(line, "load %d\n", &n):
		return s.load(n)
	case scan(line, "run %d %d\n", &i, &n) && s.has(i):
		s.run(i, n)
		return nil
	case scan(line, "apply %d\n", &i) && s.has(i) && len(s.chunks.Bytes) > 0:
		s.apply(i)
		return nil
	}
	return errors.New("not understood")
}

func scan(line, format string, values ...any) bool {
	n, err := fmt.Sscanf(line, format, values...)
	return err == nil && n == len(values)
}

func (s *server) has(i int) bool { return 0 <= i && i < len(s.contestants) }

func (s *server) hello() {
	fmt.Fprintf(s.out, "version %s\n", s.version)
	for _, c := range s.contestants {
		fmt.Fprintf(s.out, "contestant %s\t%s\t%s\n", c.Category, c.Name, c.Note)
	}
	fmt.Fprintln(s.out, "ok")
}

func (s *server) load(n int) error {
	chunks := make([][]byte, n)
	for i := range chunks {
		var err error
		if chunks[i], err = readBytes(s.in); err != nil {
			return err
		}
	}
	s.chunks = contest.NewChunks(pack(chunks))
	fmt.Fprintln(s.out, "ok")
	return nil
}

// pack returns copies of the chunks in adjacent memory. The chunks are also adjacent in the process
// that sent them.
func pack(chunks [][]byte) [][]byte {
	size := 0
	for _, c := range chunks {
		size += len(c)
	}
	pool := make([]byte, 0, size)
	for i, c := range chunks {
		at := len(pool)
		pool = append(pool, c...)
		chunks[i] = pool[at:len(pool):len(pool)]
	}
	return chunks
}

func (s *server) run(i, passes int) {
	sample, err := contest.Local{Work: s.contestants[i].Work, Chunks: s.chunks}.Run(passes)
	switch {
	case errors.Is(err, contest.ErrRejected):
		fmt.Fprintln(s.out, "rejected")
	case err != nil:
		fmt.Fprintf(s.out, "error %q\n", err)
	default:
		fmt.Fprintf(s.out, "ok %d %d\n", sample.CPU.Nanoseconds(), sample.Allocs)
	}
}

func (s *server) apply(i int) {
	o := contest.Apply(s.contestants[i].Work, s.chunks.Bytes[0])
	switch {
	case o.Panicked:
		fmt.Fprintln(s.out, "error panic")
	case !o.OK:
		fmt.Fprintln(s.out, "rejected")
	default:
		fmt.Fprintf(s.out, "ok %d\n", len(o.Out))
		s.out.Write(o.Out)
	}
}
