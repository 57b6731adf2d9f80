package suite

// Run tests all documents.
func (r *Runner) Run(d Documents) (tests []Test, err error) {
	for i, list := range [][]string{d.Valid, d.Invalid} {
		for _, path := range list {
			doc, err := r.read(path)
			if err != nil {
				return nil, err
			}
			test := Test{File: path, IsValid: i == 0}
			if test.Failures, err = r.judge(doc, test.IsValid); err != nil {
				return nil, err
			}
			tests = append(tests, test)
		}
	}
	for _, path := range d.Cases {
		more, err := r.cases(path)
		if err != nil {
			return nil, err
		}
		tests = append(tests, more...)
	}
	return tests, nil
}
