package embedding

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// sameModel is the cosine below which two vectors of one text are from different models.
const sameModel = .9998

// canaryMagic begins the byte form of canaries; its last byte is the version of the texts.
const canaryMagic = "cwcanary\x01"

// canaryTexts are embedded along with other texts, so that a change of the model is noticed at
// once: prose, an error message, and words in other scripts.
func canaryTexts() []string {
	return []string{
		"The deploy of the payment service was rolled back because the connection pool ran empty after the migration.",
		"panic: runtime error: index out of range [3] with length 3 (goroutine 17, worker.go:128, commit be9c229)",
		"Warum wurde die alte Schnittstelle behalten? 設定を変更した後に失敗した。",
	}
}

// canaries are the vectors of the canary texts by the model with the fingerprint.
type canaries struct {
	fingerprint string
	dimension   int
	vectors     [][]float32
}

// agree reports whether vectors of the canary texts are from the same model.
func (c *canaries) agree(vectors [][]float32) bool {
	for i, v := range vectors {
		if !c.agrees(i, v) {
			return false
		}
	}
	return len(vectors) == len(c.vectors)
}

// agrees reports whether the vector of one canary text is from the same model.
func (c *canaries) agrees(i int, vector []float32) bool {
	return len(vector) == c.dimension && episodic.Cosine(c.vectors[i], vector) >= sameModel
}

// encodeCanaries returns the byte form: the magic, the dimension in 4 bytes, and the numbers.
func encodeCanaries(vectors [][]float32) []byte {
	out := binary.LittleEndian.AppendUint32([]byte(canaryMagic), uint32(len(vectors[0]))) //nolint:gosec // vectors are much shorter
	for _, v := range vectors {
		for _, value := range v {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(value))
		}
	}
	return out
}

// parseCanaries reads the byte form.
func parseCanaries(data []byte) ([][]float32, error) {
	head := len(canaryMagic) + 4
	if len(data) < head || string(data[:len(canaryMagic)]) != canaryMagic {
		return nil, errors.New("they begin with other bytes, or are of another version")
	}
	dimension := int(binary.LittleEndian.Uint32(data[len(canaryMagic):]))
	count := len(canaryTexts())
	if dimension < 1 || dimension > maxDimension || len(data) != head+4*count*dimension {
		return nil, fmt.Errorf("they have %d bytes, which does not fit %d vectors of %d numbers", len(data), count, dimension)
	}
	vectors := make([][]float32, count)
	for i := range vectors {
		vectors[i] = make([]float32, dimension)
		for j := range vectors[i] {
			vectors[i][j] = math.Float32frombits(binary.LittleEndian.Uint32(data[head+4*(i*dimension+j):]))
		}
		if length := episodic.Cosine(vectors[i], vectors[i]); !(math.Abs(length-1) < 1e-3) {
			return nil, fmt.Errorf("vector %d does not have length 1", i)
		}
	}
	return vectors, nil
}

// endpointFingerprint names a model by its answers. It projects the vectors on a few directions
// and rounds coarsely, so that a server whose last digits vary between calls nearly always gets
// the same name; exact adds every digit.
func endpointFingerprint(provider, model string, vectors [][]float32, exact bool) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\n%q\n%d\nanalysis %d\n", provider, model, len(vectors[0]), lexis.AnalysisVersion)
	random := rand.New(rand.NewPCG(2, 4))
	for range 4 {
		signs := make([]float64, len(vectors[0]))
		for i := range signs {
			signs[i] = float64(2*random.IntN(2) - 1)
		}
		for _, v := range vectors {
			seen := 0.0
			for i, sign := range signs {
				seen += sign * float64(v[i])
			}
			fmt.Fprintf(sum, "%.0f\n", 10*seen)
		}
	}
	if exact {
		sum.Write(encodeCanaries(vectors))
	}
	return hex.EncodeToString(sum.Sum(nil))
}
