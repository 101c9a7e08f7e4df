package ingest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/internal/ingest/transcript"
)

// Source is a file or named text that holds documents.
type Source struct {
	// Name determines the kind of file by its extension: .json, .jsonl or .ndjson, optionally
	// followed by .gz. Anything else is read as JSON, or as JSON Lines if it holds more than one
	// value.
	Name string
	// Within is the path below the imported folder, with slashes, which is the same on every
	// machine. Empty means Name.
	Within string
	// Open is called once, for a note twice unless it is standard input. The reader is closed after use.
	Open func() (io.ReadCloser, error)
	// files are those that the source reads, for [Source.State].
	files []string
}

// State returns a text that changes when one of the files of the source does; it does not read them.
func (s Source) State() string {
	var out strings.Builder
	for _, f := range s.files {
		if info, err := os.Stat(f); err == nil {
			fmt.Fprintf(&out, "%s %d %d\n", f, info.Size(), info.ModTime().UnixNano())
		}
	}
	return out.String()
}

// Document returns a Source held in memory.
func Document(name string, content []byte) Source {
	return Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }}
}

// Files returns the sources for paths: files, the files of folders ordered by path, and stdin for
// "-". passedOver are files of folders that are not of the format by their names. A missing path is an
// error.
func Files(format Format, paths []string, stdin io.Reader) (sources []Source, passedOver []string, err error) {
	for _, path := range paths {
		if path == "-" {
			sources = append(sources, Source{Name: "-", Open: func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil }})
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, nil, fmt.Errorf("read %s: %w", path, err)
		}
		if !info.IsDir() {
			sources = append(sources, file(path, filepath.Dir(path)))
			continue
		}
		found, passed, err := folder(format, path)
		if err != nil {
			return nil, nil, fmt.Errorf("read folder %s: %w", path, err)
		}
		sources, passedOver = append(sources, found...), append(passedOver, passed...)
	}
	return sources, passedOver, nil
}

// file returns the source of a file below root.
func file(path, root string) Source {
	within, err := filepath.Rel(root, path)
	if err != nil {
		within = filepath.Base(path)
	}
	return Source{Name: path, Within: filepath.ToSlash(within), Open: func() (io.ReadCloser, error) { return os.Open(path) }, files: []string{path}}
}

// within returns the name of a document of the source that is the same on every machine.
func (s Source) within(document string) string {
	if s.Within == "" {
		return document
	}
	return s.Within + strings.TrimPrefix(document, s.Name)
}

// folder walks a folder in lexical order, skipping .git.
func folder(format Format, root string) (sources []Source, passedOver []string, err error) {
	if format.IsTranscript() {
		return transcripts(format, root)
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git" && path != root:
			return filepath.SkipDir
		case d.IsDir():
		case isDocument(format, path):
			sources = append(sources, file(path, root))
		default:
			passedOver = append(passedOver, path)
		}
		return nil
	})
	return sources, passedOver, err
}

func isDocument(format Format, name string) bool {
	if format == FormatMarkdown {
		return strings.HasSuffix(strings.ToLower(name), ".md")
	}
	if format == FormatSessionLog && hasMarkdownName(name) {
		return true
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	return strings.HasSuffix(name, ".json") || isLines(name)
}

// hasMarkdownName reports whether a file is markdown by its name.
func hasMarkdownName(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	return strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".markdown")
}

func isLines(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	return strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".ndjson")
}

// document is a text that should hold one episode or log.
type document struct {
	name string
	raw  []byte
	// told is the run of a transcript, which has no raw text.
	told *transcript.Transcript
	// err is why it could not be read.
	err error
}

// errTooLarge is wrapped with the size by its users.
var errTooLarge = errors.New("too large")

// maxFile is the maximum size of a JSON file with a list, as a multiple of the maximum size of a
// document; for JSON Lines only the line is limited.
const maxFile = 16

// minPeek is how much more than one line of the maximum size is read of a file whose name does not
// say that it is JSON Lines, to see the beginning of a second line.
const minPeek = 4 << 10

// documents reads a source and yields its documents in order, each of at most most bytes. It may
// stop after more than many of them, and stops when yield returns false.
func documents(s Source, most, many int, yield func(document) bool) {
	r, err := s.Open()
	if err != nil {
		yield(document{name: s.Name, err: fmt.Errorf("open the file: %w", err)})
		return
	}
	defer r.Close()
	var in io.Reader = r
	if strings.HasSuffix(strings.ToLower(s.Name), ".gz") {
		unzipped, err := gzip.NewReader(r)
		if err != nil {
			yield(document{name: s.Name, err: fmt.Errorf("unpack the file: %w", err)})
			return
		}
		in = unzipped
	}
	if isLines(s.Name) {
		lines(s.Name, in, most, yield)
		return
	}
	if hasMarkdownName(s.Name) {
		raw, err := atMost(in, most)
		yield(document{name: s.Name, raw: raw, err: err})
		return
	}
	whole(s.Name, in, most, many, yield)
}

// lines yields the nonempty lines of a JSON Lines file. A line that is too long is skipped in
// parts, so memory stays bounded.
func lines(name string, in io.Reader, most int, yield func(document) bool) {
	r := bufio.NewReaderSize(in, 64<<10)
	for number := 1; ; number++ {
		raw, err := line(r, most)
		d := document{name: fmt.Sprintf("%s:%d", name, number), raw: raw}
		switch {
		case errors.Is(err, errTooLarge):
			d.err = err
		case err != nil && !errors.Is(err, io.EOF):
			d.err = fmt.Errorf("read the file: %w", err)
		case len(bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")))) == 0:
			if err != nil {
				return
			}
			continue
		}
		if !yield(d) || err != nil && !errors.Is(err, errTooLarge) {
			return
		}
	}
}

// line reads up to the next line feed. It keeps little more than most bytes.
func line(r *bufio.Reader, most int) ([]byte, error) {
	var out []byte
	size := 0
	for {
		part, err := r.ReadSlice('\n')
		if size += len(part); size <= most+archive.MaxExportHead {
			out = append(out, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if size > allowed(out, most) {
			return nil, fmt.Errorf("the line has %d bytes; at most %d are taken: %w", size, most, errTooLarge)
		}
		return out, err
	}
}

// whole yields the document of a JSON file, or each entry if it is a list.
func whole(name string, in io.Reader, most, many int, yield func(document) bool) {
	raw, err := io.ReadAll(io.LimitReader(in, int64(most)+archive.MaxExportHead+minPeek))
	if err == nil && isJSONLines(trimmed(raw)) {
		lines(name, io.MultiReader(bytes.NewReader(raw), in), most, yield)
		return
	}
	text := trimmed(raw)
	list := len(text) > 0 && text[0] == '['
	limit := allowed(text, most)
	if list && err == nil {
		limit = most * maxFile
		raw, err = readOn(raw, in, limit)
	}
	switch {
	case err != nil:
		yield(document{name: name, err: fmt.Errorf("read the file: %w", err)})
	case len(raw) > limit && list:
		yield(document{name: name, err: fmt.Errorf("the file is a list of more than %d bytes; as JSON Lines it may have any length: %w", limit, errTooLarge)})
	case len(raw) > limit:
		yield(document{name: name, err: fmt.Errorf("the file has more than %d bytes: %w", limit, errTooLarge)})
	case list:
		listed(name, raw, most, many, yield)
	default:
		yield(document{name: name, raw: raw})
	}
}

// readOn reads the rest of a file up to a limit, and one byte more if there is one.
func readOn(begin []byte, in io.Reader, limit int) ([]byte, error) {
	whole := bytes.NewBuffer(begin)
	_, err := io.Copy(whole, io.LimitReader(in, int64(limit)+1-int64(len(begin))))
	return whole.Bytes(), err
}

// trimmed removes a byte order mark and the space around a text.
func trimmed(raw []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")))
}

// isJSONLines reports whether the text has one object on its first line and another after it.
func isJSONLines(text []byte) bool {
	first, rest, more := bytes.Cut(text, []byte("\n"))
	rest = bytes.TrimSpace(rest)
	return more && bytes.HasPrefix(first, []byte("{")) && bytes.HasSuffix(bytes.TrimSpace(first), []byte("}")) && bytes.HasPrefix(rest, []byte("{"))
}

// listed yields the entries of a list. It keeps at most many+1 in memory.
func listed(name string, raw []byte, most, many int, yield func(document) bool) {
	n, err := parseSome(raw, many)
	if err != nil {
		yield(document{name: name, err: err})
		return
	}
	for i, item := range n.items {
		d := document{name: fmt.Sprintf("%s[%d]", name, i), raw: item.raw}
		if len(item.raw) > allowed(item.raw, most) {
			d.err = fmt.Errorf("the entry has %d bytes; at most %d are taken: %w", len(item.raw), most, errTooLarge)
		}
		if !yield(d) {
			return
		}
	}
}
