// 014_occurrence_label_text: Occurrences by any part of their label; labelLower is the label in lower case.
// params: none
// returns: nothing
CREATE TEXT INDEX occurrence_label_text IF NOT EXISTS
FOR (o:Occurrence) ON (o.labelLower)
