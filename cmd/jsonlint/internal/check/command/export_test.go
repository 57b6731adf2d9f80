package command

// Commands returns the subcommands of the program. They are in packages that import this one, so a test
// outside of the package sets it.
var Commands func() Table
