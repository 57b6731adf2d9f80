package schema

import "strings"

// fits reports whether s has the given layout: a 9 stands for a digit, an x for a hexadecimal digit,
// and any other character for itself.
func fits(s, layout string) bool {
	if len(s) != len(layout) {
		return false
	}
	for i := range layout {
		c := s[i]
		isDigit := '0' <= c && c <= '9'
		switch layout[i] {
		case '9':
			if !isDigit {
				return false
			}
		case 'x':
			if c |= 0x20; !isDigit && (c < 'a' || 'f' < c) {
				return false
			}
		default:
			if c != layout[i] {
				return false
			}
		}
	}
	return true
}

// isDate reports whether s is a date (RFC 3339, section 5.6).
func isDate(s string) bool {
	if !fits(s, "9999-99-99") {
		return false
	}
	month, last := s[5:7], "31"
	switch month {
	case "02":
		last = "28"
		if isLeapYear(s[:4]) {
			last = "29"
		}
	case "04", "06", "09", "11":
		last = "30"
	}
	return "01" <= month && month <= "12" && "01" <= s[8:] && s[8:] <= last
}

// isLeapYear reports whether a year, which has four digits, has 366 days (RFC 3339, appendix C).
func isLeapYear(s string) bool {
	century, year := 10*int(s[0]-'0')+int(s[1]-'0'), 10*int(s[2]-'0')+int(s[3]-'0')
	return year%4 == 0 && (year != 0 || century%4 == 0)
}

// isUsualTime accepts times without a leap second.
func isUsualTime(s string) bool {
	if len(s) < len("00:00:00Z") || !fits(s[:8], "99:99:99") || s[:2] > "23" || s[3:5] > "59" || s[6:8] > "59" {
		return false
	}
	s = s[8:]
	if s[0] == '.' {
		fraction := len(s) - 1 - len(strings.TrimLeft(s[1:], "0123456789"))
		if fraction == 0 {
			return false
		}
		s = s[1+fraction:]
	}
	return s == "Z" || (fits(s, "+99:99") || fits(s, "-99:99")) && s[1:3] <= "23" && s[4:] <= "59"
}

// isTime reports whether s is a time (RFC 3339, section 5.6). A leap second is the last second of a day in UTC.
func isTime(s string) bool {
	if isUsualTime(s) {
		return true
	}
	if zone := len(s) - 1; zone >= 0 && s[zone] == 'z' {
		return isTime(s[:zone] + "Z")
	}
	if len(s) < len("23:59:60Z") || s[5:8] != ":60" || !isUsualTime(s[:5]+":59"+s[8:]) {
		return false
	}
	zone, minutes := s[len(s)-len("+00:00"):], minutesOf(s)
	switch zone[0] {
	case '+':
		minutes -= minutesOf(zone[1:])
	case '-':
		minutes += minutesOf(zone[1:])
	}
	return (minutes+24*60)%(24*60) == 23*60+59
}

// minutesOf returns the number of minutes in a text that begins with hours and minutes.
func minutesOf(s string) int {
	return 600*int(s[0]-'0') + 60*int(s[1]-'0') + 10*int(s[3]-'0') + int(s[4]-'0')
}

func isDateTime(s string) bool {
	return len(s) > 10 && s[10]|0x20 == 't' && isDate(s[:10]) && isTime(s[11:])
}

func isUUID(s string) bool { return fits(s, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") }

// isPointer reports whether s is a JSON Pointer (RFC 6901, section 3).
func isPointer(s string) bool {
	for i := range len(s) {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return false
		}
	}
	return s == "" || s[0] == '/'
}

// isRelativePointer reports whether s is a relative JSON Pointer: a number without leading zeros, and # or a JSON Pointer.
func isRelativePointer(s string) bool {
	rest := strings.TrimLeft(s, "0123456789")
	digits := len(s) - len(rest)
	return digits > 0 && (digits == 1 || s[0] != '0') && (rest == "#" || isPointer(rest))
}
