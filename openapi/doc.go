// Package openapi checks HTTP requests and responses against an OpenAPI document.
//
//   - [Load] reads a document of OpenAPI 3.0, 3.1 or 3.2, in JSON or YAML, with the files to which it refers. It reports all mistakes in
//     it, with file, line and column.
//   - [Test] checks everything that goes through a handler in a test, and lists what no test covers.
//   - [Handler] refuses or reports requests and responses of a service. It works with net/http and every router that is built on it.
//   - [Client] does the same for an [http.Client].
//   - A [RequestError] has all findings about a request, and can answer it with application/problem+json (RFC 9457). A
//     [ResponseError] has those about a response. A [Finding] has the place in the request or response, and in the document.
//
// # Requests
//
// A request is refused if the document has no such path or method, if a security requirement is not fulfilled, or if parameters or the
// body do not fit. Parameters are read in the styles of OpenAPI, within [Limits], and bodies by package payload, within its limits. Bodies
// with a media type of records (NDJSON, and JSON text sequences of RFC 7464) are checked record by record, against the itemSchema that
// OpenAPI 3.2 has for them. Forms (application/x-www-form-urlencoded) are checked as objects, whose members are read like parameters.
//
// A text such as 5 in a parameter is a number if the schema allows one, and otherwise a string; if the schema rejects the number,
// the string is tried.
//
// The paths of the document are compared with the path of the URL after escapes that are not needed have been decoded. A concrete path
// comes before one with expressions. A path with a slash at the end is another one than that without. A path with dot segments is refused,
// and so is one with an escaped slash or backslash, unless the document says that the values of the parameter have slashes, and one that is
// another path of the document without what follows semicolons: services take such paths for different ones.
//
// # Responses
//
// Responses are checked while they pass: see [CheckOptions].Responses. Memory stays bounded, whatever the length of a response. Up to
// 64 KiB, findings are as detailed as those about requests. Beyond, there is one finding, at the place at which it became known that the
// response does not fit. Records are checked one by one.
//
// # Documents
//
// The grammar of OpenAPI is a table (internal/grammar). A document must fit it, and its schemas must be valid. The schemas of all files are
// compiled together, once for requests and once for responses if the document has schemas of OpenAPI 3.0 that are readOnly or writeOnly.
// Those of OpenAPI 3.0 become schemas of draft 4, from which they descend. The specifications are OpenAPI 3.0.4, 3.1.1 and 3.2.0
// (spec.openapis.org/oas); what they leave open about parameters is described in internal/param.
//
// Documents are trusted: reading one may take long, and so may a pattern in it, within the limits of package schema.
package openapi

// The files of the package:
//
// load.go reads the files of a document and checks them against the grammar; load_schema.go does so for schemas. resource.go has their URIs,
// and finds out where references lead. bundle.go turns the schemas into one JSON Schema, and bundle_place.go knows where each of them is in
// it, and where a place in it comes from. operations.go makes the operations of operation.go, with the shapes of shape.go. document.go puts
// all of this together. route.go finds the operation of a request. request.go checks parameters, handler.go calls package payload for
// bodies, with records.go for those with many records and forms.go for forms, and response.go the internal package passing for responses.
// client.go and test.go are built on the handler. mistake.go has the mistakes in documents, and finding.go the findings about messages.
