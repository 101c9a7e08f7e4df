package jobs

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxReport is the maximum size of a report that is read: many times the report of an import with
// the default limits.
const maxReport = 256 << 20

// packed compresses the JSON of a report: that of many files is long and repetitive.
func packed(report any) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	err := json.NewEncoder(z).Encode(report)
	if err = errors.Join(err, z.Close()); err != nil {
		return nil, fmt.Errorf("write the report: %w", err)
	}
	return b.Bytes(), nil
}

func unpacked(data []byte) (json.RawMessage, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(z, maxReport+1))
	if err == nil && len(text) > maxReport {
		err = fmt.Errorf("it has more than %d bytes", maxReport)
	}
	return text, err
}
