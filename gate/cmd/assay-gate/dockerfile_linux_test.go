package main

import (
	"debug/elf"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// The steps of the Dockerfile, without Docker: the program is built, and runs alone in a folder that it cannot write to, without
// environment and as another user.
func TestDockerfile(t *testing.T) {
	text := recipe(t, "Dockerfile")
	for _, want := range []string{
		"FROM scratch\n", fmt.Sprintf("USER %d:%[1]d\n", imageUser), `ENTRYPOINT ["/assay-gate"]` + "\n", "COPY --from=build /assay-gate /assay-gate\n",
		"COPY go.mod go.sum ./\nCOPY openapi/go.mod openapi/go.sum openapi/\nCOPY gate/go.mod gate/go.sum gate/\nRUN go -C gate mod download\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the Dockerfile does not have %q", want)
		}
	}
	build := regexp.MustCompile(`(?m)^RUN (CGO_ENABLED=0 go -C gate build .*) -o /assay-gate (\./cmd/assay-gate)$`).FindStringSubmatch(text)
	run := regexp.MustCompile(`(?m)^# +docker run .* assay-gate (--.*)$`).FindStringSubmatch(text)
	if build == nil || run == nil {
		t.Fatalf("the Dockerfile builds %q and runs %q", build, run)
	}
	accept(t, strings.Fields(run[1]))

	g := &process{t: t, folder: folder(t), out: new(output), errs: new(output), ended: make(chan struct{})}
	cmd := exec.Command("sh", "-c", fmt.Sprintf("%s -o %s %s", build[1], g.file("assay-gate"), build[2]))
	cmd.Dir = "../../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := elf.Open(g.file("assay-gate"))
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	if slices.ContainsFunc(program.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		t.Error("the program is not static")
	}

	shop, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"api", "sockets"} {
		if err := os.Mkdir(g.file(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(g.file("api/api.yaml"), shop, 0o644); err != nil {
		t.Fatal(err)
	}
	root := g.confine()
	args := strings.Fields(strings.Replace(run[1], "/api/", root+"/api/", 1))
	g.cmd.Path, g.cmd.Args = root+"/assay-gate", append(append([]string{"/assay-gate"}, args...), "--listen", "unix/"+root+"/sockets/gate", "--metrics", "unix/"+root+"/sockets/metrics")
	g.cmd.Stdout, g.cmd.Stderr = g.out, g.errs
	if err := g.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(g.ended)
		_ = g.cmd.Wait()
	}()
	t.Cleanup(func() {
		_ = g.cmd.Process.Kill()
		<-g.ended
	})
	if !g.isReady("sockets/metrics") || !g.isReady("sockets/gate") {
		t.Fatalf("the command has ended: %v\n%s", g.cmd.ProcessState, g.errs)
	}
	if status, body := g.get(g.client("sockets/metrics", nil), "http://metrics/healthz"); status != 200 {
		t.Errorf("healthz: %d %s", status, body)
	}
	if status, body := g.get(g.client("sockets/gate", nil), "http://gate/orders/0"); status != 400 {
		t.Errorf("%d %s", status, body)
	}
	if text := g.errs.String(); strings.Contains(text, `"level":"error"`) {
		t.Errorf("errors are logged:\n%s", text)
	}
	var files []string
	err = fs.WalkDir(os.DirFS(g.folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, name)
		}
		return err
	})
	if want := []string{"api/api.yaml", "assay-gate", "sockets/gate", "sockets/metrics"}; err != nil || !slices.Equal(files, want) {
		t.Errorf("there are the files %v, %v; want %v", files, err, want)
	}
}

// confine sets up a process without environment. If the test may do that, the folder is the root of its file system, and the user is that
// of the image, which may write only to the folder for sockets. It returns the name of the folder for the process.
func (g *process) confine() (root string) {
	g.cmd = &exec.Cmd{Env: []string{}, Dir: "/"}
	if os.Geteuid() != 0 {
		return g.folder
	}
	g.cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: g.folder, Credential: &syscall.Credential{Uid: imageUser, Gid: imageUser}}
	for name, owner := range map[string]int{"": 0, "sockets": imageUser} {
		if err := os.Chown(g.file(name), owner, owner); err != nil {
			g.t.Fatal(err)
		}
	}
	if err := os.Chmod(g.folder, 0o755); err != nil {
		g.t.Fatal(err)
	}
	return ""
}
