package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// A Peer is another process with contestants.
type Peer struct {
	Version     string
	Contestants []Contestant
	in          *bufio.Writer
	out         *bufio.Reader
	close       func() error
}

// A Contestant is a contestant in a Peer. It is a [ruler.Lane].
type Contestant struct {
	Category   contest.Category
	Name, Note string
	peer       *Peer
	index      int
}

// Start starts a program with arguments, and asks it for its contestants.
func Start(program string, args ...string) (*Peer, error) {
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p, err := connect(out, in, func() error {
		in.Close() // ends the process
		return cmd.Wait()
	})
	if err != nil {
		in.Close()
		return nil, errors.Join(err, cmd.Wait())
	}
	return p, nil
}

// connect is like Start, for a process that is already running.
func connect(out io.Reader, in io.Writer, close func() error) (*Peer, error) {
	p := &Peer{in: bufio.NewWriter(in), out: bufio.NewReader(out), close: close}
	return p, p.hello()
}

// Close ends the process and waits for its end.
func (p *Peer) Close() error { return p.close() }

func (p *Peer) hello() error {
	line, err := p.ask("hello\n")
	for ; err == nil && line != "ok"; line, err = p.readLine() {
		word, rest, _ := strings.Cut(line, " ")
		fields := strings.Split(rest, "\t")
		switch {
		case word == "version":
			p.Version = rest
		case word == "contestant" && len(fields) == 3:
			p.Contestants = append(p.Contestants, Contestant{
				Category: contest.Category(fields[0]), Name: fields[1], Note: fields[2],
				peer: p, index: len(p.Contestants),
			})
		default:
			return fmt.Errorf("answer to hello: %q", line)
		}
	}
	return err
}

// Load sends the chunks of the next input to the process.
func (p *Peer) Load(chunks [][]byte) error {
	fmt.Fprintf(p.in, "load %d\n", len(chunks))
	for _, c := range chunks {
		fmt.Fprintf(p.in, "%d\n", len(c))
		p.in.Write(c)
	}
	line, err := p.ask("")
	if err == nil && line != "ok" {
		err = fmt.Errorf("answer to load: %q", line)
	}
	return err
}

// Run implements [ruler.Lane] for the chunks that the peer has loaded.
func (c Contestant) Run(passes int) (s ruler.Sample, err error) {
	line, err := c.peer.ask(fmt.Sprintf("run %d %d\n", c.index, passes))
	if err != nil {
		return s, err
	}
	if line == "rejected" {
		return s, contest.ErrRejected
	}
	var nanos int64
	if !scan(line, "ok %d %d", &nanos, &s.Allocs) {
		return s, errors.New(line)
	}
	s.CPU = time.Duration(nanos)
	return s, nil
}

// Apply does the work on one chunk. The chunk replaces the chunks that the peer
// has loaded.
func (c Contestant) Apply(chunk []byte) (o contest.Outcome, err error) {
	if err := c.peer.Load([][]byte{chunk}); err != nil {
		return o, err
	}
	line, err := c.peer.ask(fmt.Sprintf("apply %d\n", c.index))
	length, ok := strings.CutPrefix(line, "ok ")
	switch {
	case err != nil:
		return o, err
	case line == "rejected":
		return contest.Outcome{}, nil
	case line == "error panic":
		return contest.Outcome{Panicked: true}, nil
	case !ok:
		return o, fmt.Errorf("answer to apply: %q", line)
	}
	out, err := readCounted(c.peer.out, length)
	return contest.Outcome{Out: out, OK: true}, err
}

// ask sends a command and returns the first line of the answer.
func (p *Peer) ask(command string) (string, error) {
	p.in.WriteString(command)
	if err := p.in.Flush(); err != nil {
		return "", err
	}
	return p.readLine()
}

func (p *Peer) readLine() (string, error) {
	line, err := p.out.ReadString('\n')
	if err == io.EOF {
		err = errors.New("the process ended early")
	}
	return strings.TrimSuffix(line, "\n"), err
}

// readBytes reads a line with a length, and then that many bytes.
func readBytes(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return nil, err
	}
	return readCounted(r, strings.TrimSuffix(line, "\n"))
}

func readCounted(r io.Reader, length string) ([]byte, error) {
	n, err := strconv.ParseUint(length, 10, 32)
	if err != nil {
		return nil, err
	}
	b := make([]byte, n)
	_, err = io.ReadFull(r, b)
	return b, err
}
