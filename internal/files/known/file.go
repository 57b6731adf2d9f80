package known

// A File describes files that a certain program reads. It is a row of the table.
type File struct {
	Program string   // the program that reads the files, or the format
	Names   []string // patterns of names; see Files
	Dialect string   // the name of the dialect of package lint that accepts what the program accepts
	Schema  string   // the URL of the JSON Schema of the files, or ""

	// Declared are other values of "$schema" by which the files are recognized. A value matches if
	// it is equal, or if it ends with a slash and one of these. A segment * stands for a version.
	Declared []string

	Format    bool // the row is for a general format, not for the files of one program
	BOM       bool // the program skips a byte order mark
	Unique    bool // the program rejects equal names
	Empty     bool // the program accepts a file without a value
	YAML      bool // the program reads YAML as well, so that the file may be something other than JSON
	Generated bool // the program writes the files, so that they should not be formatted
}
