package episodic

// IndexReason lets the tests of package episodic_test see indexReason.
func IndexReason(err error) string { return indexReason(err) }
