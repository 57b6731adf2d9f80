package parts

// CheckIn is Check with a given number of goroutines and a given size of the parts.
var CheckIn = check
