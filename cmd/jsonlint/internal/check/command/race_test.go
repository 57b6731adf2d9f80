//go:build race

package command

// raceEnabled reports whether the race detector is on. Programs start slowly if it is.
const raceEnabled = true
