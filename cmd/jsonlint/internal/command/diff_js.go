package command

// UnifiedDiff returns nil, because a page shows changes in its own way.
func UnifiedDiff(string, []byte, []byte) []byte { return nil }
