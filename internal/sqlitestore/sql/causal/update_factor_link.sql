-- update_factor_link: Replaces the counts of a factor link.
-- params: number, grade, bases, weight, forward, backward, first_seen, last_seen, stated, extracted, temporal, measured, statements, stated_strength, n11, n10, n01, n00, strength, delta_p, delta_low, delta_high, posterior, posterior_low, posterior_high, confidence, unmeasured, unsupported, ambiguous, suggested
-- returns: nothing
UPDATE factor_link SET
  grade = $grade, bases = $bases, weight = $weight, forward = $forward, backward = $backward,
  first_seen = $first_seen, last_seen = $last_seen, stated = $stated, extracted = $extracted, temporal = $temporal,
  measured = $measured, statements = $statements, stated_strength = $stated_strength,
  n11 = $n11, n10 = $n10, n01 = $n01, n00 = $n00, strength = $strength,
  delta_p = $delta_p, delta_low = $delta_low, delta_high = $delta_high,
  posterior = $posterior, posterior_low = $posterior_low, posterior_high = $posterior_high, confidence = $confidence,
  unmeasured = $unmeasured, unsupported = $unsupported, ambiguous = $ambiguous, suggested = $suggested
WHERE number = $number
