//go:build race

package command

// raceEnabled reports whether the race detector is on. With it, programs start slowly.
const raceEnabled = true
