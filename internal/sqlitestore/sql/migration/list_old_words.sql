-- list_old_words: The places whose words are in an FTS5 table of their own.
-- params: none
-- returns: number
SELECT p.number AS number
FROM index_project AS p
JOIN sqlite_schema AS s ON s.name = 'words_' || p.number
ORDER BY p.number
