// Command load measures how much time package gate takes in front of a service, and how good clients fare beside hostile ones. It compares
// the service alone, Caddy as a reverse proxy, Caddy with the handler of package gate, and Caddy with a handler that calls kin-openapi.
// Each of them is a process that uses one CPU at a time.
//
//	go run .            # about two minutes, on a quiet machine
//	go run . -rounds 1 -requests 200 -attack 1s
//
// The requests are POSTs of 200 bytes with two parameters; the service answers with as many bytes. Clients and all processes share one
// machine, so latencies contain the time of the clients. The CPU time of a proxy does not.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	if name := os.Getenv(roleVariable); name != "" {
		fmt.Fprintln(os.Stderr, play(name, os.Args[1:]))
		os.Exit(1)
	}
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// roleVariable names the environment variable with the role of a process: one of the contestants, or attackers.
const roleVariable = "ASSAY_LOAD_ROLE"

// play plays a role. It returns only if that fails.
func play(name string, args []string) error {
	switch name {
	case "attackers":
		attack(args[0])
		return nil
	case service:
		return serve()
	}
	return proxy(name, args[0], args[1])
}

// service is the contestant without a proxy.
const service = "the service alone"

// run is the command.
func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	rounds := flags.Int("rounds", 8, "how often each contestant has its turn")
	requests := flags.Int("requests", 4000, "requests in a turn")
	long := flags.Duration("attack", 8*time.Second, "how long each contestant is attacked; 0 for no attack")
	if err := flags.Parse(args); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "shop.yaml")
	if err := os.WriteFile(file, []byte(shop), 0o600); err != nil {
		return err
	}
	upstream, err := start(service)
	if err != nil {
		return err
	}
	defer upstream.stop()
	list := []*contestant{{process: upstream}}
	for _, name := range proxies {
		p, err := start(name, upstream.address, file)
		if err != nil {
			return err
		}
		defer p.stop()
		list = append(list, &contestant{process: p})
	}
	if err := calm(list, *rounds, *requests, out); err != nil || *long == 0 {
		return err
	}
	for _, c := range list[1:] {
		if err := besideAttackers(c.process, *long, out); err != nil {
			return err
		}
		c.stop() // it may be busy with what it has got
	}
	return nil
}

// A process plays a role, and listens on an address unless it attacks.
type process struct {
	name    string
	address string
	cmd     *exec.Cmd
	in      io.Closer // the process ends when this is closed
}

// start starts a process with a role, and waits until it is ready.
func start(name string, args ...string) (*process, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	file, err := listener.(*net.TCPListener).File()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p := &process{name: name, address: listener.Addr().String(), cmd: exec.Command(os.Args[0], args...)}
	p.cmd.Env = append(os.Environ(), roleVariable+"="+name, "GOMAXPROCS=1")
	p.cmd.ExtraFiles = []*os.File{file}
	p.cmd.Stderr = os.Stderr
	ready, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	if _, err := bufio.NewReader(ready).ReadString('\n'); err != nil {
		p.stop()
		return nil, errors.Join(fmt.Errorf("%s has not started", name), err)
	}
	return p, nil
}

// ready reports to the process that has started this one, and ends this one together with it.
func ready() {
	fmt.Println("ready")
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
}

func (p *process) stop() {
	p.in.Close()
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// cpu returns the CPU time that the process has used.
func (p *process) cpu() (sum time.Duration) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p.cmd.Process.Pid))
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // the thread has ended
		}
		n, _ := strconv.ParseInt(strings.Fields(string(text))[0], 10, 64)
		sum += time.Duration(n)
	}
	return sum
}

// memory returns the largest resident memory of the process so far, as /proc says it.
func (p *process) memory() string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}
