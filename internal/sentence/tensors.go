package sentence

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// maxHeader bounds the header of a file of weights in bytes.
const maxHeader = 16 << 20

// tensor says where the numbers of a tensor lie in the file of weights.
type tensor struct {
	shape []int64
	// offset is counted from the start of the file; both are in bytes.
	offset, length int64
}

// readTensors reads the header of a file of weights in the form safetensors, of this size in bytes: 8 bytes with the
// length of the header, the header in JSON, and the numbers. Only 32-bit floating-point numbers are accepted.
func readTensors(file io.Reader, size int64) (map[string]tensor, error) {
	var head [8]byte
	if _, err := io.ReadFull(file, head[:]); err != nil {
		return nil, fmt.Errorf("read the length of the header: %w", err)
	}
	length := binary.LittleEndian.Uint64(head[:])
	if length > maxHeader || int64(length) > size-8 {
		return nil, fmt.Errorf("the header is said to have %d bytes, the file has %d", length, size)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(file, text); err != nil {
		return nil, fmt.Errorf("read the header: %w", err)
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(text, &header); err != nil {
		return nil, fmt.Errorf("read the header: %w", err)
	}
	start := 8 + int64(length)
	tensors := make(map[string]tensor, len(header))
	for name, about := range header {
		if name == "__metadata__" {
			continue
		}
		t, ok, err := readTensor(about, start, size)
		if err != nil {
			return nil, fmt.Errorf("tensor %q: %w", name, err)
		}
		if ok {
			tensors[name] = t
		}
	}
	return tensors, nil
}

// readTensor reads what the header says about one tensor; false if its numbers are no floating-point numbers of 32 bits.
func readTensor(about json.RawMessage, start, size int64) (tensor, bool, error) {
	var entry struct {
		Type    string   `json:"dtype"`
		Shape   []int64  `json:"shape"`
		Offsets [2]int64 `json:"data_offsets"`
	}
	if err := json.Unmarshal(about, &entry); err != nil {
		return tensor{}, false, fmt.Errorf("read the header: %w", err)
	}
	if entry.Type != "F32" {
		return tensor{}, false, nil
	}
	from, to := entry.Offsets[0], entry.Offsets[1]
	if from < 0 || to < from || to > size-start {
		return tensor{}, false, errors.New("its numbers lie outside of the file")
	}
	bytes := int64(4)
	for _, n := range entry.Shape {
		if n < 1 || bytes > size/n {
			return tensor{}, false, fmt.Errorf("its shape %v does not fit into the file", entry.Shape)
		}
		bytes *= n
	}
	if to-from != bytes {
		return tensor{}, false, fmt.Errorf("it has %d bytes, its shape %v takes %d", to-from, entry.Shape, bytes)
	}
	return tensor{entry.Shape, start + from, bytes}, true, nil
}

// has reports whether a tensor has this shape.
func (t tensor) has(shape ...int64) bool { return slices.Equal(t.shape, shape) }
