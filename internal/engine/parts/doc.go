// Package parts checks the parts of one document independently of each other, so that all CPUs can
// check a long document.
//
// [Next] finds a place where a document can be cut. It looks only at the text around that place, so
// it may be wrong about whether the place is in a string. A part is checked under the assumption
// that it was right ([Part.Check]). If the part is valid under that assumption, and the part before
// it is valid up to the same place, then the assumption is true. So a wrong guess makes a part
// invalid, but never makes an invalid document valid.
//
// Each part also says which containers it closes and opens. [Follow] takes the parts in order and
// compares what they say with the containers that are really open. If a part does not pass, the
// document is checked without parts, because it may be invalid there, or a guess may have been wrong.
//
// If names must be unique, the names of objects that begin and end in the same part are compared with
// it. Of other objects, only the keys of the names are known. [unique.ByKeys.Follow] adds them to
// the open objects in order. If two keys are equal, the document must be checked without parts.
//
// [Check] does all this for a document in memory, and package tape divides the making of a tape in the
// same way ([Part.Masks]). A Part must not be used concurrently, but different parts may be checked at
// the same time.
package parts

// The files of the package:
//
// cut.go finds where to cut a document, part.go checks a part, fold.go compares what the parts say about their containers, and
// check.go checks a document in memory.
