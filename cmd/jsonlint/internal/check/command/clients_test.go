package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// editor returns the path of a program. If it is missing, the test is skipped, unless
// ASSAY_REQUIRE_EDITORS=nvim,emacs,vim,ale lists the name.
func editor(t *testing.T, name, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		missingEditor(t, name)
	}
	return path
}

func missingEditor(t *testing.T, name string) {
	t.Helper()
	if slices.Contains(strings.Split(os.Getenv("ASSAY_REQUIRE_EDITORS"), ","), name) {
		t.Fatalf("%s is missing", name)
	}
	t.Skipf("%s is missing", name)
}

// recipe returns the only block of code in docs/reference/editors.md that is in the given language and contains a text.
func recipe(t *testing.T, language, text string) string {
	t.Helper()
	found := slices.DeleteFunc(codeBlocks(t, language), func(block string) bool { return !strings.Contains(block, text) })
	if len(found) != 1 {
		t.Fatalf("docs/reference/editors.md has %d blocks in %s with %q", len(found), language, text)
	}
	return found[0]
}

// A client is an editor that uses the language server with a recipe from docs/reference/editors.md.
type client struct {
	files   map[string]string // in the folder in which the editor runs
	program string
	args    []string
	want    map[string]string // what is in files afterwards
}

// run runs the editor. Its script must end it with an error if something does not happen within two minutes, which may be a
// short time on a machine that is very busy.
func (c client) run(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing depends on the machine, and starting an editor takes long")
	}
	dir := put(t, c.files)
	// The editor runs the program under its usual name, which testscript provides for its scripts only.
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "jsonlint")); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(c.program, c.args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+dir,
		"XDG_CONFIG_HOME="+dir, "XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_DATA_HOME="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		reason, _ := os.ReadFile(filepath.Join(dir, "failed")) // only Vim writes one
		t.Fatalf("%v\n%s%s", err, out, reason)
	}
	for name, want := range c.want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s: %q, want %q, %v\n%s", name, got, want, err, out)
		}
	}
}

// Neovim shows a finding, applies its fix and formats the document.
func TestNeovim(t *testing.T) {
	client{
		program: editor(t, "nvim", "nvim"),
		args:    []string{"--headless", "-u", "init.lua", "-c", "filetype on", "a.json", "-c", "luafile test.lua"},
		files: map[string]string{
			"a.json": "{\"é😀\": [1,2, ],\n\"b\":1}\n", "init.lua": recipe(t, "lua", "start_client"), "test.lua": neovimScript,
		},
		want: map[string]string{
			"found":  "0 15 trailing comma before ']' syntax/trailing-comma",
			"hover":  "JSON Pointer: /é😀/1",
			"a.json": "{ \"é😀\": [1, 2], \"b\": 1 }\n",
		},
	}.run(t)
}

const neovimScript = `
local function wait(what, done)
  if not vim.wait(120000, done, 20) then
    io.stderr:write('no ' .. what)
    vim.cmd('cquit')
  end
end
wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
local d = vim.diagnostic.get(0)[1]
vim.fn.writefile({ d.lnum .. ' ' .. d.col .. ' ' .. d.message .. ' ' .. tostring(d.code or d.user_data.lsp.code) }, 'found')
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 120000)
  for _, answer in pairs(answers) do return answer.result end
end
vim.api.nvim_win_set_cursor(0, { 1, 15 })
local place = vim.lsp.util.make_position_params()
vim.fn.writefile(vim.split(ask('textDocument/hover', place).contents.value, '\n'), 'hover')
local range = vim.lsp.util.make_given_range_params({ 1, 0 }, { 1, 20 })
range.context = { diagnostics = {}, only = { 'quickfix' } }
local action = ask('textDocument/codeAction', range)[1]
vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
wait('fixed text', function() return #vim.diagnostic.get(0) == 0 end)
if vim.lsp.buf.format then
  vim.lsp.buf.format({ timeout_ms = 120000 })
else
  vim.lsp.buf.formatting_sync(nil, 120000)
end
vim.cmd('write')
vim.cmd('quitall')
`

// Emacs shows a finding, applies its fix and formats the document. The positions in Emacs are characters, from 1.
func TestEglot(t *testing.T) {
	emacs := editor(t, "emacs", "emacs")
	client{
		program: emacs,
		args:    []string{"--batch", "--funcall", "package-initialize", "--load", "init.el", "--load", "test.el"},
		files: map[string]string{
			"a.json": "{\"é😀\": [1,2, ],\n\"b\":1}\n", "init.el": recipe(t, "lisp", "define-derived-mode") + recipe(t, "lisp", "eglot-ensure"), "test.el": emacsScript,
		},
		want: map[string]string{
			"found":  "12 13 jsonlint [syntax/trailing-comma]: trailing comma before ']'",
			"fixed":  "{\"é😀\": [1,2 ],\n\"b\":1}\n",
			"a.json": "{ \"é😀\": [1, 2], \"b\": 1 }\n",
		},
	}.run(t)
}

// Without a screen, nothing runs post-command-hook, in which eglot-ensure connects.
const emacsScript = `
(defun wait-for (what done)
  (let ((rounds 0))
    (while (not (funcall done))
      (accept-process-output nil 0.02)
      (when (> (setq rounds (1+ rounds)) 6000)
        (error "no %s" what)))))
(find-file "a.json")
(run-hooks 'post-command-hook)
(wait-for "connection" #'eglot-current-server)
(wait-for "diagnostics" #'flymake-diagnostics)
(let* ((d (car (flymake-diagnostics)))
       (begin (flymake-diagnostic-beg d))
       (end (flymake-diagnostic-end d)))
  (write-region (format "%d %d %s" begin end (flymake-diagnostic-text d)) nil "found")
  (eglot-code-actions begin end "quickfix" t))
(write-region (buffer-string) nil "fixed")
(wait-for "fixed text" (lambda () (null (flymake-diagnostics))))
(eglot-format-buffer)
(save-buffer)
(eglot-shutdown (eglot-current-server))
`

// Vim with ALE shows a finding and applies a fix, and the command fixes and formats the document. ALE takes columns for
// bytes, so the finding is on a line in ASCII.
func TestALE(t *testing.T) {
	vim := editor(t, "vim", "vim")
	if _, err := os.Stat("/usr/share/vim-ale"); err != nil { // the folder of Debian's package
		missingEditor(t, "ale")
	}
	client{
		program: vim,
		args:    []string{"-N", "-es", "-u", "vimrc", "-c", "filetype on", "-c", "edit a.json", "-S", "test.vim"},
		files: map[string]string{
			"a.json": "{\"é😀\": 1,\n\"b\": [1,2, ]}\n", "vimrc": "packadd! ale\n" + recipe(t, "vim", "ale#linter#Define"), "test.vim": aleScript,
		},
		want: map[string]string{
			"found":  "2 10 syntax/trailing-comma trailing comma before ']'",
			"a.json": "{ \"é😀\": [1], \"b\": [1, 2] }\n",
		},
	}.run(t)
}

// ALE asks which fix to apply; the script chooses the one that makes all fixes.
const aleScript = `
function! s:wait(what, done) abort
  for i in range(6000)
    if a:done() | return | endif
    sleep 20m
  endfor
  throw 'no ' .. a:what
endfunction
try
  call s:wait('finding', {-> !empty(ale#engine#GetLoclist(bufnr('')))})
  let s:d = ale#engine#GetLoclist(bufnr(''))[0]
  call writefile([join([s:d.lnum, s:d.col, s:d.code, s:d.text])], 'found')
  call cursor(s:d.lnum, s:d.col)
  ALECodeAction
  function! ale#util#Input(message, value, ...) abort
    return matchstr(a:message, '\d\+\ze) fix all problems')
  endfunction
  call s:wait('fixed text', {-> getline(2) ==# '"b": [1,2 ]}'})
  doautocmd TextChanged
  call s:wait('new findings', {-> empty(ale#engine#GetLoclist(bufnr('')))})
  call setline(1, '{"é😀": [1, ],')
  ALEFix
  call s:wait('format', {-> getline(1) =~# '^{ '})
  noautocmd write
  qall!
catch
  call writefile([v:exception, v:throwpoint], 'failed')
  cquit
endtry
`
