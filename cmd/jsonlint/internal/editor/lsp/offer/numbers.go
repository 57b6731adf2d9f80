package offer

import (
	"bytes"
	"strconv"
)

// thousands is for a number with commas in it.
func (r *repairs) thousands() {
	begin := len(bytes.TrimRight(r.src[:r.at], "-0123456789,"))
	for begin < r.at && r.src[begin] == ',' {
		begin++
	}
	number := r.src[begin:]
	number = number[:groupedLen(string(number[:min(len(number), longestForeign)]))]
	if end := begin + len(number); end > r.at && (end == len(r.src) || bytes.IndexByte([]byte(", \t\r\n}]"), r.src[end]) >= 0) {
		title := "remove the commas from the number"
		if bytes.Count(number, []byte(",")) == 1 {
			title = "remove the comma from the number"
		}
		r.replace(title, begin, end, string(bytes.ReplaceAll(number, []byte(","), nil)))
	}
}

// suffix is for a number with the suffix of a type, as in 1.5f and 10L.
func (r *repairs) suffix(begin, end int) {
	n := end - 1
	if n <= begin || bytes.IndexByte([]byte("fFlLnNuUdDmM"), r.src[n]) < 0 {
		return
	}
	text := string(r.src[begin:n])
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		r.replace("remove the suffix", begin, end, text)
	}
}

// beside is for a character that is not part of a number, right behind one, as in 50% and 12:30.
func (r *repairs) beside() {
	begin := r.whole()
	end := begin + len(r.src[begin:]) - len(bytes.TrimLeft(r.src[begin:], "+-._0123456789:%"))
	if begin < r.at && r.at < end {
		r.replace("put it in double quotes", begin, end, quoted(string(r.src[begin:end])))
	}
}

// ofNumbers has the characters of which numbers consist in any notation, and of words.
const ofNumbers = "+-._" + decimal + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// word returns the end of the characters from the finding on that look like a part of a number.
func (r *repairs) word() int {
	rest := r.rest()
	n := len(rest) - len(bytes.TrimLeft(rest, ofNumbers+":"))
	return r.at + n
}

// whole returns the beginning of the number that contains the finding.
func (r *repairs) whole() int {
	return len(bytes.TrimRight(r.src[:r.at], ofNumbers))
}
