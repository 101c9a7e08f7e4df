-- count_rules: The number of links inside of episodes by the first word of their note, where that may be a rule, and by basis.
-- params: project
-- returns: word, basis, links
SELECT substr(l.note, 1, instr(l.note || ' ', ' ') - 1) AS word, l.basis AS basis, count(*) AS links
FROM episode e
CROSS JOIN link l ON l.episode = e.number AND l.back = 0
WHERE e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND l.note GLOB '[a-z]*/[0-9]*'
  AND (SELECT o.episode FROM occurrence o WHERE o.number = l.source) = (SELECT o.episode FROM occurrence o WHERE o.number = l.target)
GROUP BY word, l.basis
