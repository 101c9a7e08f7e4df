package sentence

import "io"

// ReadTensors reads the header of a file of weights and returns the shapes.
func ReadTensors(file io.Reader, size int64) (map[string][]int64, error) {
	tensors, err := readTensors(file, size)
	shapes := map[string][]int64{}
	for name, t := range tensors {
		shapes[name] = t.shape
		if t.offset < 8 || t.length < 0 || t.offset+t.length > size {
			panic("a tensor outside of the file was accepted")
		}
	}
	return shapes, err
}
