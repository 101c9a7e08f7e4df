// Package backup is about folders that hold a copy of a memory: which files belong to one, and whether they are as they were written.
//
// Its one invariant: a folder has a manifest only when everything that the manifest names is on disk.
//
// It imports nothing of causeway. Package app makes backups and restores them.
package backup
