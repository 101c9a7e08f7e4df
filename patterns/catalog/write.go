package catalog

import (
	"github.com/causeway-memory/causeway/patterns"
)

// PutChanged writes patterns and their changes.
func PutChanged(tx patterns.Tx, put []patterns.Pattern, changes []patterns.Change) error {
	if len(put) == 0 {
		return nil
	}
	if err := tx.PutPatterns(put); err != nil {
		return err
	}
	if len(changes) == 0 {
		return nil
	}
	return record(tx, changes...)
}
