package jsonlint

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/engine/suggest"
)

// initFlags holds the command line of jsonlint init.
type initFlags struct {
	*command.Flags
	from string // the names of tools, separated by commas; "?" for those that are found, and "" for none
}

// initProgram describes the command line of jsonlint init.
func initProgram() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " init",
		Synopsis: []string{"[FOLDER]", "--from [TOOL] [FOLDER]"},
		About: "Writes a settings file that suits the JSON files of a folder: the dialects of files with comments, and the indentation. Existing settings are never overwritten. " +
			"With --from, the settings of another tool in that folder become settings of jsonlint, and what has no counterpart is listed, with file and line. Nothing is run: settings that are code are read as far as they are literals. " +
			"Without TOOL, the tool is the one that is used in the folder; if there are several, they are listed. docs/coming-over has a page for each tool.",
		Groups: command.Groups(new(initFlags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "the settings file has been written"},
			{Code: command.StatusTrouble, Doc: "invalid usage, existing settings, unreadable settings of the tool, or an input or output error"},
		},
	}
}

// options returns the table of flags of jsonlint init.
func (f *initFlags) options() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "Flags", Options: slices.Concat([]command.Option{
			{Option: cli.Option{Name: "from", Arg: "TOOL", Optional: true, Values: adopt.Names(), Many: true, Doc: "take the settings of TOOL, or of several tools separated by commas, of which later ones take precedence; TOOL is " + suggest.List(adopt.Names())}, Set: f.setFrom, Bare: anyTool},
		}, command.Pick(command.SettingOptions(), "debug", "help"))},
	}
}

func (f *initFlags) setFrom(_ *command.Flags, value string) error {
	if value != anyTool {
		for name := range strings.SplitSeq(value, ",") {
			if !slices.Contains(adopt.Names(), name) {
				return &adopt.UnknownTool{Name: name}
			}
		}
	}
	f.from = value
	return nil
}

// joinTool returns the arguments in which the tool that follows --from is part of this flag, which can also stand alone. What
// follows is a tool unless it is a folder.
func joinTool(args []string) (joined []string) {
	for i := 0; i < len(args); i++ {
		if args[i] == "--from" && i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") {
			first, _, _ := strings.Cut(args[i+1], ",")
			if info, err := os.Stat(args[i+1]); slices.Contains(adopt.Names(), first) || err != nil || !info.IsDir() {
				joined = append(joined, "--from="+args[i+1])
				i++
				continue
			}
		}
		joined = append(joined, args[i])
	}
	return joined
}

// initialize implements jsonlint init. It writes a settings file that suits the files of a folder, or has the settings of
// another tool, and reports what it has found.
func initialize(args []string, std command.Stdio) (int, error) {
	f := new(initFlags)
	var err error
	if f.Flags, err = command.ParseOptions(f.options(), joinTool(args)); err != nil {
		return std.BadUsage(err, initProgram())
	}
	folder := "."
	switch {
	case len(f.Paths) > 1:
		return command.StatusTrouble, fmt.Errorf("init: unexpected argument %q", f.Paths[1])
	case len(f.Paths) == 1:
		folder = f.Paths[0]
	}
	if err := canInitialize(folder); err != nil {
		return command.StatusTrouble, err
	}
	var draft *adopt.Draft
	if f.from != "" {
		if draft, err = draftOf(folder, f.from); err != nil {
			return command.StatusTrouble, err
		}
	}
	s, err := surveyFolder(folder, std)
	if err != nil {
		return command.StatusTrouble, err
	}
	name := config.NewIn(folder)
	settings := s.settings().Text()
	text := fmt.Sprintf("wrote %s\n%s", report.Path(name), s.text(folder))
	if draft == nil {
		text += otherToolsText(folder, name)
	} else {
		if settings, err = formatted(name, s.adopted(draft, name).Text(), std); err != nil {
			return command.StatusTrouble, err
		}
		text = s.adoptedText(draft, folder, name)
	}
	if err := outputs.Replace(name, outputs.Version{}, settings); err != nil {
		return command.StatusTrouble, fmt.Errorf("%s: %w", report.Path(name), input.Cause(err))
	}
	_, err = io.WriteString(std.Out, text)
	return command.StatusValid, err
}

// canInitialize returns an error for what is not a folder, or has settings.
func canInitialize(folder string) error {
	if info, err := os.Stat(folder); err != nil {
		return fmt.Errorf("%s: %w", report.Path(folder), input.Cause(err))
	} else if !info.IsDir() {
		return fmt.Errorf("%s: not a folder", report.Path(folder))
	}
	for _, name := range config.Names {
		path := filepath.Join(folder, name)
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) && !config.IsForeign(path) {
			return fmt.Errorf("%s already exists; to see the settings for a file, use --print-config FILE", report.Path(path))
		}
	}
	return nil
}
