// 035_supports_link: The episodes that state a link between factors, by project and the key of the link.
// params: none
// returns: nothing
CREATE INDEX supports_link IF NOT EXISTS
FOR ()-[s:SUPPORTS]-() ON (s.project, s.link)
