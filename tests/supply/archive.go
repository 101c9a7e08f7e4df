package main

import (
	"archive/tar"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// archiveFiles writes files into a folder of an archive, the programs first. Owner, rights and time do not depend
// on where it is made.
func archiveFiles(to, folder string, when time.Time, programs []string, texts ...string) error {
	archive, err := os.Create(to)
	if err != nil {
		return fmt.Errorf("make an archive: %w", err)
	}
	defer archive.Close()
	packer, err := gzip.NewWriterLevel(archive, gzip.BestCompression)
	if err != nil {
		return fmt.Errorf("compress an archive: %w", err)
	}
	writer := tar.NewWriter(packer)
	for i, name := range slices.Concat(programs, texts) {
		mode := int64(0o644)
		if i < len(programs) {
			mode = 0o755
		}
		if err := archiveFile(writer, name, tar.Header{Name: path.Join(folder, filepath.Base(name)), Mode: mode, ModTime: when, Format: tar.FormatUSTAR}); err != nil {
			return err
		}
	}
	for _, c := range []io.Closer{writer, packer, archive} {
		if err := c.Close(); err != nil {
			return fmt.Errorf("end %s: %w", strings.TrimSuffix(to, ".tar.gz"), err)
		}
	}
	return nil
}

func archiveFile(writer *tar.Writer, name string, header tar.Header) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read what is archived: %w", err)
	}
	header.Size = int64(len(text))
	if err := writer.WriteHeader(&header); err != nil {
		return fmt.Errorf("archive %s: %w", name, err)
	}
	if _, err := writer.Write(text); err != nil {
		return fmt.Errorf("archive %s: %w", name, err)
	}
	return nil
}
