package remote

import (
	"bytes"
	"encoding/xml"
)

// UnmarshalXML decodes the body of a response, which may begin with a byte order mark.
func UnmarshalXML(body []byte, v any) error {
	return xml.Unmarshal(bytes.TrimPrefix(body, []byte("\uFEFF")), v)
}

// ProblemXML implements the method Problem of a [Service] whose responses are in XML.
func ProblemXML(body []byte) (code, message string) {
	var problem struct {
		XMLName xml.Name `xml:"Error"`
		Code    string
		Message string
	}
	if UnmarshalXML(body, &problem) != nil {
		return "", ""
	}
	return problem.Code, problem.Message
}
