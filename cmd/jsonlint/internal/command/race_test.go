//go:build race

package command

// raceEnabled reports whether the race detector is on, with which programs start slowly.
const raceEnabled = true
