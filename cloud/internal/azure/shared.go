package azure

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"time"
)

// signedFields are the header fields whose values are signed, in this order ("Authorize with Shared Key",
// version 2015-02-21 and later). They come before those that begin with x-ms-.
var signedFields = []string{
	"Content-Encoding", "Content-Language", "Content-Length", "Content-MD5", "Content-Type", "Date",
	"If-Modified-Since", "If-Match", "If-None-Match", "If-Unmodified-Since", "Range",
}

// signShared signs a request without a body with the key of the account.
func (a *account) signShared(req *http.Request, now time.Time) {
	req.Header.Set("X-Ms-Date", now.UTC().Format(http.TimeFormat))
	mac := hmac.New(sha256.New, a.key)
	mac.Write([]byte(a.textToSign(req)))
	req.Header.Set("Authorization", "SharedKey "+a.name+":"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}

// textToSign returns what the signature is about.
func (a *account) textToSign(req *http.Request) string {
	var b strings.Builder
	b.WriteString(req.Method + "\n")
	for _, name := range signedFields {
		b.WriteString(req.Header.Get(name) + "\n")
	}
	var own []string
	for name := range req.Header {
		if lower := strings.ToLower(name); strings.HasPrefix(lower, "x-ms-") {
			own = append(own, lower+":"+strings.TrimSpace(req.Header.Get(name)))
		}
	}
	slices.Sort(own)
	for _, field := range own {
		b.WriteString(field + "\n")
	}
	b.WriteString("/" + a.name + req.URL.EscapedPath())
	query := req.URL.Query()
	var names []string
	for name := range query {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		values := slices.Sorted(slices.Values(query[name]))
		b.WriteString("\n" + strings.ToLower(name) + ":" + strings.Join(values, ","))
	}
	return b.String()
}
