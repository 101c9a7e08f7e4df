package weaviateindex

// The types in this file are the parts of Weaviate's REST API that are used.

// class is a collection.
type class struct {
	Class               string                  `json:"class"`
	Description         string                  `json:"description,omitempty"`
	InvertedIndexConfig *invertedConfig         `json:"invertedIndexConfig,omitempty"`
	MultiTenancyConfig  *tenancyConfig          `json:"multiTenancyConfig,omitempty"`
	Properties          []*classProperty        `json:"properties"`
	VectorConfig        map[string]vectorConfig `json:"vectorConfig,omitempty"`
}

type invertedConfig struct {
	Bm25      *bm25Config      `json:"bm25,omitempty"`
	Stopwords *stopwordsConfig `json:"stopwords,omitempty"`
}

type bm25Config struct {
	B  float32 `json:"b,omitempty"`
	K1 float32 `json:"k1,omitempty"`
}

type stopwordsConfig struct {
	Preset string `json:"preset,omitempty"`
}

type tenancyConfig struct {
	AutoTenantActivation bool `json:"autoTenantActivation"`
	AutoTenantCreation   bool `json:"autoTenantCreation"`
	Enabled              bool `json:"enabled"`
}

type vectorConfig struct {
	VectorIndexConfig map[string]any `json:"vectorIndexConfig,omitempty"`
	VectorIndexType   string         `json:"vectorIndexType,omitempty"`
	Vectorizer        any            `json:"vectorizer,omitempty"`
}

// classProperty is a property of a collection. The pointers distinguish false from the server's
// default.
type classProperty struct {
	Name              string   `json:"name"`
	DataType          []string `json:"dataType"`
	Description       string   `json:"description,omitempty"`
	IndexFilterable   *bool    `json:"indexFilterable,omitempty"`
	IndexRangeFilters *bool    `json:"indexRangeFilters,omitempty"`
	IndexSearchable   *bool    `json:"indexSearchable,omitempty"`
	Tokenization      string   `json:"tokenization,omitempty"`
}

// How a text property is split into words.
const (
	splitNot      = "field"
	splitAtSpaces = "whitespace"
)

type tenant struct {
	Name string `json:"name"`
}

// object is a chunk as it is sent.
type object struct {
	Class      string               `json:"class"`
	ID         string               `json:"id"`
	Properties map[string]any       `json:"properties"`
	Tenant     string               `json:"tenant"`
	Vectors    map[string][]float32 `json:"vectors,omitempty"`
}

// objectAnswer is the result of one object of a batch.
type objectAnswer struct {
	ID     string `json:"id"`
	Result *struct {
		Errors *serverErrors `json:"errors"`
		Status string        `json:"status"`
	} `json:"result"`
}

// statusFailed is the status of a rejected object.
const statusFailed = "FAILED"

// serverErrors is the server's format of errors in a request or an object.
type serverErrors struct {
	Error []struct {
		Message string `json:"message"`
	} `json:"error"`
}

// deletion counts the objects that matched, of which one request removes at most Limit, and those that
// were not removed.
type deletion struct {
	Results *struct {
		Failed  int64 `json:"failed"`
		Limit   int64 `json:"limit"`
		Matches int64 `json:"matches"`
	} `json:"results"`
}

// queryAnswer is the result of a query, keyed by the words of the query.
type queryAnswer struct {
	Data   map[string]any `json:"data"`
	Errors []struct {
		Message string `json:"message"`
	} `json:"errors"`
}

// condition is a filter: either Operands, or a Path with one value.
type condition struct {
	Operands       []*condition `json:"operands,omitempty"`
	Operator       string       `json:"operator"`
	Path           []string     `json:"path,omitempty"`
	ValueBoolean   *bool        `json:"valueBoolean,omitempty"`
	ValueInt       *int64       `json:"valueInt,omitempty"`
	ValueText      *string      `json:"valueText,omitempty"`
	ValueTextArray []string     `json:"valueTextArray,omitempty"`
}

// The operators of conditions.
const (
	opAnd              = "And"
	opOr               = "Or"
	opEqual            = "Equal"
	opNotEqual         = "NotEqual"
	opLike             = "Like"
	opGreaterThan      = "GreaterThan"
	opGreaterThanEqual = "GreaterThanEqual"
	opLessThan         = "LessThan"
	opContainsAny      = "ContainsAny"
)
