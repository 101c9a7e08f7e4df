package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

// Places in the header of a SQLite file.
const (
	headerBytes   = 100
	atPageSize    = 16
	atPages       = 28
	atFreePages   = 36
	largestOfSize = 1 << 16 // is written as 1
)

// usedOf returns how many bytes of a SQLite file are in use: what was deleted leaves pages that are used again.
func usedOf(path string) (int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	header := make([]byte, headerBytes)
	if _, err := io.ReadFull(file, header); err != nil {
		return 0, fmt.Errorf("read the header of %s: %w", path, err)
	}
	size := int64(binary.BigEndian.Uint16(header[atPageSize:]))
	if size == 1 {
		size = largestOfSize
	}
	pages, free := binary.BigEndian.Uint32(header[atPages:]), binary.BigEndian.Uint32(header[atFreePages:])
	return size * (int64(pages) - int64(free)), nil
}
