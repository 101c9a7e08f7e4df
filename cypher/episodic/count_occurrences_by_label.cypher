// count_occurrences_by_label: How many occurrences have a text anywhere in their label.
// params: project, after, before, kinds, types, label
// returns: count
MATCH (o:Occurrence)
USING TEXT INDEX o:Occurrence(labelLower)
WHERE o.labelLower CONTAINS $label
  AND o.project = $project AND o.key > $after AND o.key < $before
  AND ($kinds IS NULL OR o.kind IN $kinds)
  AND ($types IS NULL OR o.type IN $types)
RETURN count(o) AS count
