package profile

// A Profile is what a service documents about the schemas that it accepts. A field with its zero value requires nothing.
type Profile struct {
	Name    string
	Service string // as the subject of a sentence
	Source  string // the page that documents it
	Date    string // when the page said so

	Keywords    []string // those that are documented as supported, besides the common ones
	Unsupported []string // those that are documented as not supported
	Ignores     bool     // what is not supported is ignored, and not refused
	Formats     []string // the values of "format" that are supported
	Patterns    bool     // patterns must not have assertions about what is around a match, nor back references

	RootIsObject    bool // the schema itself has the type object, and not "anyOf"
	IsClosed        bool // all objects have "additionalProperties": false
	RequiresAll     bool // all properties are required
	ScalarEnums     bool // the values of "enum" are strings, numbers, true, false or null
	FewestItems     int  // the largest "minItems"; 0 for any
	NoRecursion     bool // no schema refers to itself
	LocalReferences bool // references lead to schemas inside the schema
	LoneReferences  bool // beside "$ref", there are only keywords that begin with $
	PlainAllOf      bool // no "$ref" in "allOf"

	Limits Limits
}

// Limits are the largest numbers that are allowed in a schema; 0 for any number.
type Limits struct {
	Properties     int // in all objects
	Optional       int // properties that are not required
	Unions         int // properties with "anyOf" or several types
	Levels         int // of objects inside objects
	Names          int // characters in all names of properties and definitions, and in the strings of "enum" and "const"
	EnumValues     int // in all "enum"
	LargeEnum      int // if an "enum" has more strings than this, they must have at most LargeEnumNames characters
	LargeEnumNames int
}

// common are keywords that all services support.
var common = []string{"$defs", "$ref", "additionalProperties", "anyOf", "description", "enum", "format", "items", "minItems", "properties", "required", "title", "type"}

// Profiles lists all profiles.
var Profiles = []Profile{
	{
		Name: "openai-strict", Service: "OpenAI",
		Source: "https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas", Date: "2026-08-23",
		Keywords: []string{
			"const", "definitions", "exclusiveMaximum", "exclusiveMinimum", "maxItems", "maximum", "minimum", "multipleOf", "pattern",
		},
		Unsupported:  []string{"allOf", "dependentRequired", "dependentSchemas", "else", "if", "not", "then"},
		Formats:      []string{"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid"},
		RootIsObject: true, IsClosed: true, RequiresAll: true,
		Limits: Limits{Properties: 5000, Levels: 10, Names: 120_000, EnumValues: 1000, LargeEnum: 250, LargeEnumNames: 15_000},
	},
	{
		Name: "anthropic-strict", Service: "Anthropic",
		Source: "https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations", Date: "2026-07-31",
		Keywords: []string{"allOf", "const", "default", "definitions", "pattern"},
		Unsupported: []string{
			"contains", "exclusiveMaximum", "exclusiveMinimum", "maxContains", "maxItems", "maxLength", "maximum", "minContains", "minLength",
			"minimum", "multipleOf", "uniqueItems",
		},
		Formats:  []string{"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"},
		Patterns: true, IsClosed: true, ScalarEnums: true, FewestItems: 1, NoRecursion: true, LocalReferences: true, PlainAllOf: true,
		Limits: Limits{Optional: 24, Unions: 16},
	},
	{
		Name: "gemini", Service: "Gemini",
		Source: "https://ai.google.dev/gemini-api/docs/structured-output", Date: "2026-09-02",
		Keywords: []string{
			"$anchor", "$id", "maxItems", "maximum", "minimum", "oneOf", "prefixItems", "propertyOrdering",
		},
		Ignores: true, LoneReferences: true,
	},
}

// Names returns the names of all profiles.
func Names() (names []string) {
	for _, p := range Profiles {
		names = append(names, p.Name)
	}
	return names
}

// Find returns the profile with a name, or nil.
func Find(name string) *Profile {
	for i := range Profiles {
		if Profiles[i].Name == name {
			return &Profiles[i]
		}
	}
	return nil
}
