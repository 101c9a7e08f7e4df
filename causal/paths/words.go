package paths

import (
	"strconv"

	"github.com/causeway-memory/causeway/episodic"
)

// restsOn describes the weakest basis of a path.
func (p Path) restsOn() string {
	all := len(p.Bases()) == 1
	switch p.WeakestBasis() {
	case episodic.BasisMeasured:
		return "every link is measured"
	case episodic.BasisStated:
		if all {
			return "every link is only stated"
		}
		return "at its weakest it is only stated"
	case episodic.BasisExtracted:
		if all {
			return "every link is only read from text"
		}
		return "at its weakest it is only read from text"
	case episodic.BasisTemporal:
		if all {
			return "every link is only the order in time"
		}
		return "at its weakest it is only the order in time"
	default:
		return "at its weakest there is no basis left"
	}
}

// strengthOf describes the strength of a path.
func (p Path) strengthOf() string {
	strength := p.Strength()
	if strength == nil {
		return "strength unknown"
	}
	return "strength " + strconv.FormatFloat(*strength, 'g', 2, 64)
}
