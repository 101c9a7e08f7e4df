package httpapi

import (
	"mime"
	"net/http"
	"strconv"
	"strings"
)

// The media types of an answer.
const (
	mediaJSON    = "application/json"
	mediaGraphQL = "application/graphql-response+json"
	mediaEvents  = "text/event-stream"
)

// negotiate returns the media type that the client prefers, the first of equals, or "" if it
// accepts none of those offered. Without an Accept header it is JSON, for the oldest clients.
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

// offered returns the media type for a media range. Events are sent only for a POST, because a
// page of another origin can send a GET without a preflight request.
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

// quality returns the weight of a media range; an invalid one is 0.
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
