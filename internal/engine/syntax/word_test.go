package syntax

import "testing"

func TestWordLen(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "-a": "", "größe: 3": "größe", "имя:": "имя", "中文，日文": "中文", "e\u0301t\u00e9 x": "e\u0301t\u00e9", "क्षेत्र,": "क्षेत्र", "می\u200cخواهم ": "می\u200cخواهم",
		"3ä": "3ä", "$1_": "$1_", "\u0301a": "", "١٢": "", "a١٢": "a١٢", "“a”": "", "a“": "a", "a\u00a0b": "a", "\u200ca": "", "é\xFF": "é", "é\xC3": "é", "\xC3": "", "\uFFFD": "", "😀": "",
	} {
		if got := text[:WordLen([]byte(text))]; got != want {
			t.Errorf("%q: the word is %q, want %q", text, got, want)
		}
		if begins := want != "" && want != "3ä"; BeginsWord([]byte(text)) != begins {
			t.Errorf("%q: BeginsWord returns %t", text, !begins)
		}
	}
}
