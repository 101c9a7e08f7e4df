package questions

import (
	_ "embed" // What the rules were fitted to is a file.
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

//go:embed calibration.json
var calibrationFile []byte

// Calibration is what the rules of recall's probabilities were fitted to, by the provider of the vectors.
type Calibration map[string][]Calibrating

// Calibrating is a question by its hits, best first.
type Calibrating struct {
	// Evidence has the numbers of each hit.
	Evidence []Evidence `json:"hits"`
	// Answers are the places of the hits that answer, from 0.
	Answers []int `json:"answers,omitempty"`
}

// Evidence are the numbers that a hit is judged by: coverage, missed, absent, cosine and above, as recall.Evidence has them.
type Evidence [5]float64

// evidenceDigits is how many of a number are kept.
const evidenceDigits = 1e4

// RoundedEvidence returns evidence as it is kept, so that a rule fitted to it can be fitted again.
func RoundedEvidence(numbers ...float64) (e Evidence) {
	for i, n := range numbers {
		e[i] = math.Round(n*evidenceDigits) / evidenceDigits
	}
	return e
}

// KeptCalibration returns what the rules in the code were fitted to.
func KeptCalibration() (Calibration, error) {
	var c Calibration
	if err := json.Unmarshal(calibrationFile, &c); err != nil {
		return nil, fmt.Errorf("read what the rules were fitted to: %w", err)
	}
	return c, nil
}

// Encode writes it as JSON, a question in a line.
func (c Calibration) Encode() ([]byte, error) {
	var out strings.Builder
	between := "{\n"
	for _, provider := range slices.Sorted(maps.Keys(c)) {
		fmt.Fprintf(&out, "%s%q: [\n", between, provider)
		for i, q := range c[provider] {
			line, err := json.Marshal(q)
			if err != nil {
				return nil, fmt.Errorf("write what the rules were fitted to: %w", err)
			}
			out.Write(line)
			if i < len(c[provider])-1 {
				out.WriteByte(',')
			}
			out.WriteByte('\n')
		}
		out.WriteByte(']')
		between = ",\n"
	}
	out.WriteString("\n}\n")
	return []byte(out.String()), nil
}
