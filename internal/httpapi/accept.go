package httpapi

import (
	"mime"
	"net/http"
	"strconv"
	"strings"
)

// The forms of an answer.
const (
	mediaJSON    = "application/json"
	mediaGraphQL = "application/graphql-response+json"
	mediaEvents  = "text/event-stream"
)

// negotiate returns the form in which a client wants the answer most: of equal ones the first that it
// names. It returns "" when it wants none of those offered. Without a wish it is JSON, which the oldest clients know.
func negotiate(r *http.Request) string {
	accept := strings.Join(r.Header.Values("Accept"), ",")
	if strings.TrimSpace(accept) == "" {
		return mediaJSON
	}
	best, most := "", 0.0
	for part := range strings.SplitSeq(accept, ",") {
		media, parameters, err := mime.ParseMediaType(strings.TrimSpace(part))
		if err != nil {
			continue
		}
		if form, weight := offered(media, r.Method), quality(parameters); form != "" && weight > most {
			best, most = form, weight
		}
	}
	return best
}

// offered returns the form of an answer that a media range asks for. Events are sent to a
// POST alone, because a page of another origin can send a GET without being asked for first.
func offered(media, method string) string {
	switch media {
	case mediaJSON, "application/*", "*/*":
		return mediaJSON
	case mediaGraphQL:
		return mediaGraphQL
	case mediaEvents:
		if method == http.MethodPost {
			return mediaEvents
		}
	}
	return ""
}

// quality returns the weight of a media range; one that cannot be read counts as none.
func quality(parameters map[string]string) float64 {
	text, given := parameters["q"]
	if !given {
		return 1
	}
	weight, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return weight
}
