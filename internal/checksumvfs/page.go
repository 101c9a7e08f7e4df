package checksumvfs

import (
	"encoding/binary"
	"hash/crc32"
)

const (
	// pageSize is the size of the pages of the files that Create makes, in bytes.
	pageSize = 4096
	// reserved is how many bytes at the end of each page are left to the checksum.
	reserved = 4
	// headerSize is the size of the header that page 1 begins with, in bytes.
	headerSize = 100
	// reservedAt is where the header says how many bytes are reserved.
	reservedAt = 20
)

// magic is what every database file of SQLite begins with.
const magic = "SQLite format 3\x00"

// checksum is the CRC-32C of a page without its last bytes, and of where it lies in the file; never 0.
func checksum(page []byte, offset int64) uint32 {
	castagnoli := crc32.MakeTable(crc32.Castagnoli) // made once, by the library
	sum := crc32.Checksum(page[:len(page)-reserved], castagnoli)
	sum = crc32.Update(sum, castagnoli, binary.BigEndian.AppendUint64(nil, uint64(offset))) //nolint:gosec // an offset is never negative
	return max(sum, 1)
}

// seal puts the checksum into a page.
func seal(page []byte, offset int64) {
	binary.BigEndian.PutUint32(page[len(page)-reserved:], checksum(page, offset))
}

// unseal takes the checksum out of a page, so that SQLite never has one that is out of date.
func unseal(page []byte) { clear(page[len(page)-reserved:]) }

// sound reports whether a page has its checksum, or none: a page of the log that another program wrote
// into the file has none.
func sound(page []byte, offset int64) bool {
	sum := binary.BigEndian.Uint32(page[len(page)-reserved:])
	return sum == 0 || sum == checksum(page, offset)
}

// hasChecksums reports whether the header of a file, which begins with it, leaves room for checksums.
func hasChecksums(header []byte) bool {
	return len(header) >= headerSize && string(header[:len(magic)]) == magic && header[reservedAt] == reserved
}

// lostRoom reports whether page 1 has a checksum, but its header denies it: the header is damaged.
func lostRoom(page []byte) bool {
	if len(page) != pageSize || hasChecksums(page) {
		return false
	}
	mended := append([]byte(nil), page...)
	mended[reservedAt] = reserved
	return binary.BigEndian.Uint32(page[pageSize-reserved:]) == checksum(mended, 0)
}

// emptyDatabase is page 1 of a database without a table
// (https://www.sqlite.org/fileformat2.html, "The Database Header").
func emptyDatabase(applicationID uint32) []byte {
	page := make([]byte, pageSize)
	copy(page, magic)
	binary.BigEndian.PutUint16(page[16:], pageSize)
	page[18], page[19] = 1, 1 // formats of writing and reading: a journal, until SQLite changes it to a log
	page[reservedAt] = reserved
	page[21], page[22], page[23] = 64, 32, 32 // payload fractions, which are fixed
	binary.BigEndian.PutUint32(page[24:], 1)  // changes of the file
	binary.BigEndian.PutUint32(page[28:], 1)  // pages
	binary.BigEndian.PutUint32(page[44:], 4)  // format of the schema
	binary.BigEndian.PutUint32(page[56:], 1)  // UTF-8
	binary.BigEndian.PutUint32(page[68:], applicationID)
	binary.BigEndian.PutUint32(page[92:], 1)         // changes at which the version below was written
	binary.BigEndian.PutUint32(page[96:], 3_051_003) // a version of SQLite
	tree := page[headerSize:]                        // an empty leaf of the table of the schema
	tree[0] = 13
	binary.BigEndian.PutUint16(tree[5:], pageSize-reserved) // where its content begins
	seal(page, 0)
	return page
}
