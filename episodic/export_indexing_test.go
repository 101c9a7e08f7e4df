package episodic

import "time"

// PauseAfter lets the tests of package episodic_test see pauseAfter.
func PauseAfter(failures int) time.Duration { return pauseAfter(failures) }
