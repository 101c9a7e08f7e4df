-- find_terms: The pages of segments in which some terms are if they are anywhere.
-- params: project, segments (list of numbers), terms (list of texts)
-- returns: segment, place (of the term), term (the first of the page), part, words
SELECT s.value AS segment, t.key AS place, p.term AS term, p.part AS part, p.words AS words
FROM json_each($segments) AS s
CROSS JOIN json_each($terms) AS t
CROSS JOIN words_page AS p
  ON p.project = $project AND p.segment = s.value AND p.term = (
    SELECT q.term
    FROM words_page AS q
    WHERE q.project = $project AND q.segment = s.value AND q.term <= t.value
    ORDER BY q.term DESC
    LIMIT 1
  )
