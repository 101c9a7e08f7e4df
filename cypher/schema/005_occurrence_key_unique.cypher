// 005_occurrence_key_unique: Occurrences by key; also their order in lists.
// params: none
// returns: nothing
CREATE CONSTRAINT occurrence_key_unique IF NOT EXISTS
FOR (o:Occurrence) REQUIRE (o.project, o.key) IS UNIQUE
