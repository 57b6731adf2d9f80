package schemas

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// several returns n documents from a fixed seed. Small documents differ from each other, so that the
// branch predictor cannot learn them.
func several(n int, generate func(r *rand.Rand, i int) []byte) [][]byte {
	r := rand.New(rand.NewPCG(26, 13))
	docs := make([][]byte, n)
	for i := range docs {
		docs[i] = generate(r, i)
	}
	return docs
}

// pick returns one of the words.
func pick(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }

// letters returns n random characters of an alphabet.
func letters(r *rand.Rand, n int, alphabet string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

const (
	lower   = "abcdefghijklmnopqrstuvwxyz"
	upper   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
	hex     = digits + "abcdef"
	base64s = upper + lower + digits + "+/"
)

// sentence returns n words.
func sentence(r *rand.Rand, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = pick(r, "the", "order", "is", "sent", "to", "its", "new", "address", "before", "noon", "and", "a", "café", "confirms", "delivery", "list")
	}
	return strings.Join(words, " ")
}

// smallRecord returns a record of 99 bytes.
func smallRecord(r *rand.Rand) object {
	active := r.IntN(2) == 0
	local := 4
	if active {
		local = 5 // because true is a byte shorter than false
	}
	return object{
		"id", 100_000 + r.IntN(900_000),
		"name", pick(r, "Ada Lovelace", "Alan M. Gray", "Grace Hopper", "Jean Bartik.", "Tony C Hoare"),
		"age", 10 + r.IntN(90),
		"email", letters(r, local, lower) + "@example.org",
		"score", float64(10+r.IntN(89)) + 0.5,
		"active", active,
	}
}

func smallRecords() [][]byte {
	return several(64, func(r *rand.Rand, _ int) []byte { return text(smallRecord(r)) })
}

// manyRecords returns an array of records, one on each line.
func manyRecords() [][]byte {
	return several(1, func(r *rand.Rand, _ int) []byte {
		b := []byte("[\n")
		for i := range 5000 {
			if i > 0 {
				b = append(b, ",\n"...)
			}
			b = append(b, text(smallRecord(r))...)
		}
		return append(b, "\n]\n"...)
	})
}

// recordsSchema returns the schema for an array of records.
func recordsSchema() []byte {
	record, err := source{name: caseRecord, docs: smallRecords}.load()
	if err != nil {
		panic("BUG: " + err.Error()) // a file of testdata is malformed
	}
	const dialect = `"$schema": "https://json-schema.org/draft/2020-12/schema",`
	items := strings.Replace(string(record.schema), dialect, "", 1)
	return []byte(`{` + dialect + ` "type": "array", "items": ` + items + `}`)
}

// events returns events of all types in turn.
func events() [][]byte {
	return several(64, func(r *rand.Rand, i int) []byte {
		at, user, amount := 1_700_000_000+r.IntN(1e8), 1+r.IntN(1e6), float64(1+r.IntN(10000))/4
		return text([]object{
			{"type", "signup", "at", at, "user", user, "plan", pick(r, "free", "team", "company")},
			{"type", "login", "at", at, "user", user, "method", pick(r, "password", "passkey", "sso"), "failed", r.IntN(3)},
			{"type", "page", "at", at, "path", "/" + letters(r, 8, lower) + "/" + letters(r, 12, lower), "referrer", nil},
			{"type", "click", "at", at, "x", r.IntN(2000), "y", r.IntN(1000), "target", letters(r, 10, lower)},
			{"type", "search", "at", at, "query", sentence(r, 3), "hits", r.IntN(1000)},
			{"type", "purchase", "at", at, "user", user, "amount", amount, "items", array{1 + r.IntN(99), 1 + r.IntN(99), 1 + r.IntN(99)}},
			{"type", "refund", "at", at, "user", user, "amount", -amount},
			{"type", "error", "at", at, "code", 400 + r.IntN(200), "message", sentence(r, 6)},
		}[i%8])
	})
}

// forms returns forms with each way to pay in turn.
func forms() [][]byte {
	return several(64, func(r *rand.Rand, i int) []byte {
		form := object{"country", "US", "zip", letters(r, 5, digits) + "-" + letters(r, 4, digits), "payment", "card", "card", letters(r, 16, digits)}
		switch i % 3 {
		case 1:
			form = object{"country", pick(r, "DE", "FR", "NL"), "zip", letters(r, 5, digits), "payment", "transfer", "iban", "DE" + letters(r, 20, digits)}
		case 2:
			form = object{"country", "NL", "zip", letters(r, 4, digits), "payment", "invoice", "company", sentence(r, 2), "vat", "NL" + letters(r, 9, digits)}
		}
		return text(append(form, "amount", 1+r.IntN(1000), "extras", object{"newsletter", r.IntN(2) == 0, "source", letters(r, 6, lower), "visits", r.IntN(50)}))
	})
}

// payloads returns orders of about 2 KB.
func payloads() [][]byte {
	return several(16, func(r *rand.Rand, _ int) []byte {
		address := func() object {
			return object{"street", sentence(r, 2) + " " + letters(r, 2, digits), "city", pick(r, "Köln", "Paris", "Utrecht"), "zip", letters(r, 5, digits), "country", pick(r, "DE", "FR", "NL")}
		}
		var items array
		for i := range 11 {
			var discount any
			if i%2 == 0 {
				discount = 0.25
			}
			items = append(items, object{
				"sku", letters(r, 2, upper) + "-" + letters(r, 6, digits), "title", sentence(r, 5), "quantity", 1 + r.IntN(20),
				"price", float64(1+r.IntN(4000)) / 4, "discount", discount, "tags", array{letters(r, 5, lower), letters(r, 4, lower)}})
		}
		return text(object{
			"orderId", "ORD-" + letters(r, 8, digits), "placed", fmt.Sprintf("2026-03-%02dT%02d:15:00Z", 1+r.IntN(28), r.IntN(24)), "currency", pick(r, "EUR", "USD", "GBP"),
			"customer", object{"id", 1 + r.IntN(1e6), "name", pick(r, "Ada Lovelace", "Zoë Müller"), "phone", "+49 221 " + letters(r, 6, digits)},
			"shipping", address(), "billing", address(), "items", items, "notes", array{sentence(r, 12), sentence(r, 9)}, "gift", false})
	})
}

// sets returns objects with arrays that must not contain equal values.
func sets() [][]byte {
	return several(4, func(r *rand.Rand, _ int) []byte {
		different := func(n int) (a array) {
			for _, i := range r.Perm(4 * n)[:n] {
				a = append(a, i)
			}
			return a
		}
		var teams, matrix array
		for i := range 20 {
			team := object{"id", i, "label", sentence(r, 2), "kind", "internal", "floor", r.IntN(9), "members", different(12)}
			if i%2 == 1 {
				team = object{"id", i, "kind", "external", "company", sentence(r, 2), "members", different(8)}
			}
			teams = append(teams, team)
			matrix = append(matrix, append(different(10), 100+i))
		}
		return text(object{"id", r.IntN(1e6), "label", sentence(r, 4), "teams", teams, "matrix", matrix, "range", array{1, 100},
			"roles", array{"reader", "writer", "admin", "owner", "guest", "auditor", "billing", "support"}})
	})
}

// people returns an array of objects that consist of strings.
func people() [][]byte {
	return several(4, func(r *rand.Rand, _ int) []byte {
		var all array
		for range 25 {
			h := letters(r, 32, hex)
			all = append(all, object{
				"id", h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-a" + h[17:20] + "-" + h[20:], "color", "#" + letters(r, 6, hex),
				"country", pick(r, "AT", "DE", "FR", "NL", "PT", "SK"), "size", pick(r, "S", "M", "L", "XL"),
				"ip", fmt.Sprintf("%d.%d.%d.%d", r.IntN(256), r.IntN(256), r.IntN(256), r.IntN(256)), "ip6", "2001:db8::" + letters(r, 3, "123456789abcdef") + ":1",
				"born", fmt.Sprintf("19%02d-%02d-%02d", r.IntN(100), 1+r.IntN(12), 1+r.IntN(28)),
				"seen", fmt.Sprintf("2026-%02d-%02dT%02d:%02d:%02dZ", 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60), r.IntN(60)),
				"mail", letters(r, 7, lower) + "@example.org", "host", letters(r, 5, lower) + ".example.org", "site", "https://example.org/" + letters(r, 12, lower),
				"phone", "+49 221 " + letters(r, 6, digits), "plate", letters(r, 2, upper) + "-" + letters(r, 2, upper) + " 4" + letters(r, 3, digits),
				"slug", letters(r, 6, lower) + "-" + letters(r, 8, lower), "hash", "sha256:" + letters(r, 64, hex)})
		}
		return text(all)
	})
}
