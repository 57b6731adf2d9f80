// Package grammar knows the objects of OpenAPI: which members each has in OpenAPI 3.0, 3.1 and 3.2, and of which type they are.
//
// The grammar is one table ([objects.txt]), in the order of the specifications. It is used in two ways: to report what is wrong in a
// document, and to find what else is in it, such as references and schemas.
//
// The specifications are OpenAPI 3.0.4, 3.1.1 and 3.2.0 (spec.openapis.org/oas).
//
// [objects.txt]: https://github.com/assayjson/assay/blob/main/openapi/internal/grammar/objects.txt
package grammar
