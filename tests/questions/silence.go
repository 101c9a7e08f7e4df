package questions

import "slices"

// Silence says how questions without an answer can be told from those with one.
type Silence struct {
	// Questions counts those without an answer, Empty those of them that found nothing.
	Questions, Empty int
	// Without and With are the spreads of the best hit of questions without an answer, empty
	// ones left out, and with one.
	Without, With Spreads
}

// Spreads are those of the best hits of some questions.
type Spreads struct{ Score, Share Spread }

// Spread is the least, the middle and the greatest of some values; zero when there are none.
type Spread struct{ Least, Middle, Greatest float64 }

// Silence compares the questions without an answer with the others.
func (r Result) Silence() Silence {
	none := r.Of(KindNone)
	s := Silence{Questions: len(none), With: r.Answerable().spreads()}
	var loud Result
	for _, a := range none {
		if len(a.Found.Episodes) > 0 {
			loud = append(loud, a)
		}
	}
	s.Empty, s.Without = len(none)-len(loud), loud.spreads()
	return s
}

func (r Result) spreads() Spreads {
	var scores, shares []float64
	for _, a := range r {
		scores, shares = append(scores, a.Score), append(shares, a.Share)
	}
	return Spreads{Score: spread(scores), Share: spread(shares)}
}

func spread(values []float64) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	slices.Sort(values)
	return Spread{Least: values[0], Middle: values[len(values)/2], Greatest: values[len(values)-1]}
}
