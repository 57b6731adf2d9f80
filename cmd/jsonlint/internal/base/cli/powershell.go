package cli

import (
	"fmt"
	"strings"
)

// powershell returns the completion script for PowerShell 7 and Windows PowerShell 5.1. If the script
// finds nothing, PowerShell completes the names of files.
func (p *Program) powershell() string {
	var values, flags, words strings.Builder
	for _, o := range p.allOptions() {
		if len(o.Values) > 0 {
			fmt.Fprintf(&values, "        { $_ -cin %s } { %s; break }\n", powershellList(o.names()), powershellList(o.Values))
		}
	}
	var commands []string
	for _, c := range p.Commands {
		commands = append(commands, c.Name)
		if c.Program != nil {
			fmt.Fprintf(&flags, "            %s { %s; break }\n", powershellText(c.Name), powershellList(c.Program().flagNames()))
		}
		if len(c.Values) > 0 {
			fmt.Fprintf(&words, "            %s { %s; break }\n", powershellText(c.Name), powershellList(c.Values))
		}
	}
	return fmt.Sprintf(`# PowerShell completion of %[1]s
Register-ArgumentCompleter -Native -CommandName %[2]s -ScriptBlock {
    param($word, $ast, $position)
    $before = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
    $command = if ($before.Count -gt 1) { $before[1] } else { '' }
    # The value of a flag may follow the flag, or a = behind it.
    $flag, $prefix, $start = $before[-1], '', "$word"
    if ($start -match '^(--[a-z-]+)=(.*)$') { $flag, $prefix, $start = $Matches[1], "$($Matches[1])=", $Matches[2] }
    $found = @(switch -CaseSensitive ($flag) {
%[3]s    })
    if ($found.Count -eq 0 -and $prefix -eq '') {
        $found = @(if ($start.StartsWith('-')) {
            switch -CaseSensitive ($command) {
%[4]s            default { %[5]s }
            }
        } elseif ($before.Count -eq 1) {
            %[6]s
        } else {
            switch -CaseSensitive ($command) {
%[7]s            }
        })
    }
    $found | Where-Object { $_.StartsWith($start, [StringComparison]::Ordinal) } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new("$prefix$_", $_, 'ParameterValue', $_)
    }
}
`, p.Name, powershellText(p.Name), values.String(), flags.String(), powershellList(p.flagNames()), powershellList(commands), words.String())
}

// powershellList returns texts as an array.
func powershellList(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = powershellText(text)
	}
	return "@(" + strings.Join(quoted, ", ") + ")"
}

// powershellText returns a literal string.
func powershellText(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
