package decode

// RunMarks sets how many marks a run has.
func RunMarks(n int) Option { return func(s *settings) { s.runMarks = n } }
