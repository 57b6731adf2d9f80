// Package contract defines the findings of schemas, and the interface through which packages
// payload and lint use a schema. It does not import the engine of package schema, so these packages
// do not depend on the engine.
package contract
