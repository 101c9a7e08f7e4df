// Package checksumvfs has SQLite keep a checksum in every page of a database file, so that damage
// on the drive is an error and never an answer.
//
// SQLite itself notices damage only where it breaks the structure of a page. A bit that turns inside of a
// value is read as another value. The package is a VFS, the layer by which SQLite reads and writes files: it
// puts a CRC-32C of the page and its number into the last 4 bytes of every page that goes into the database
// file, and compares it whenever a page comes from there. A page that differs makes the statement
// fail with SQLITE_CORRUPT; other pages can still be read. The method is that of SQLite's own
// checksum VFS (https://www.sqlite.org/cksumvfs.html), which is not part of the linked library. Theirs
// leaves out the number of the page; with it, a page that was written to the wrong place is found too.
//
// Only files made by [Create] have room for checksums. All others are read and written as usual.
// SQLite's write-ahead log has checksums of its own.
//
// Other programs can read such a file. What they write has a checksum that is out of date, and counts as
// damage. One exception is harmless: if they move pages from the log into the file, as every
// program does that closes it last, those pages have none and are taken as they are.
//
// The package imports nothing of causeway.
package checksumvfs
