package adopt

import "strconv"

// readZaach reads the commands of the npm package jsonlint in the scripts of package.json. It has no settings file.
func readZaach(f *folder, d *Draft) {
	if f.depends("@prantlf/jsonlint") { // whose command has the same name
		return
	}
	valued := []string{"indent", "validate", "environment"}
	for _, command := range f.scripts("jsonlint") {
		d.source(manifest)
		for _, one := range flags(command.args, valued, shortOfZaach) {
			d.zaachFlag(command.at, one)
		}
	}
	if len(d.Sources) == 0 && f.depends("jsonlint") {
		d.source(manifest)
	}
}

func (d *Draft) zaachFlag(where at, one flag) {
	switch one.name {
	case "":
		d.miss(where, one.value, Named, "")
	case "sort-keys":
		d.setLayout("sortKeys", `"asc"`)
	case "indent":
		switch {
		case one.value == "\t" || one.value == `\t`:
			d.setLayout("indent", `"tab"`)
		case len(one.value) > 0 && len(one.value) <= 16:
			d.setLayout("indent", strconv.Itoa(len(one.value)))
		default:
			d.miss(where, "--indent "+one.value, NoCounterpart, "")
		}
	case "validate":
		if one.value != "" {
			d.schema(where, []string{"*.json"}, one.value)
		}
	case "quiet": // it is always so
	case "compact":
		d.miss(where, "--compact", AsFlag, "--compact")
	case "in-place":
		d.miss(where, "--in-place", AsFlag, "jsonlint fmt --write")
	case "environment":
		d.miss(where, "--environment "+one.value, Partly, "the draft is that of $schema in the schema")
	default:
		d.miss(where, "--"+one.name, NoCounterpart, "")
	}
}

func shortOfZaach(letter byte) string {
	switch letter {
	case 's':
		return "sort-keys"
	case 'i':
		return "in-place"
	case 't':
		return "indent"
	case 'c':
		return "compact"
	case 'V':
		return "validate"
	case 'e':
		return "environment"
	case 'q':
		return "quiet"
	case 'p':
		return "pretty-print"
	}
	return string(letter)
}
