package ingest

// Kind says what a rule did with a value.
type Kind string

// The kinds.
const (
	// KindRepaired means that the value was read in another form.
	KindRepaired Kind = "repaired"
	// KindKept means that the value has no place in an episode and is in its extra.
	KindKept Kind = "kept"
	// KindUnread means that a time, a cause or an outcome could not be read: the episode lacks it,
	// and its extra has it as written.
	KindUnread Kind = "unread"
	// KindIgnored means that the value was dropped, because it says nothing new or the format has no
	// extra; the message quotes it.
	KindIgnored Kind = "ignored"
	// KindNoted means that the value was read unchanged but is worth a look.
	KindNoted Kind = "noted"
)

// withoutExtra returns the kind in a format of which nothing is kept aside.
func (k Kind) withoutExtra() Kind {
	if k == KindKept || k == KindUnread {
		return KindIgnored
	}
	return k
}

// Rule names how a reader handles one kind of irregularity. The names are stable.
type Rule string

// The rules; see [Rules] for what they mean.
const (
	RuleUnknownField        Rule = "unknown-field"
	RuleWrongType           Rule = "wrong-type"
	RuleUnreadableTime      Rule = "unreadable-time"
	RuleUnreadableCause     Rule = "unreadable-cause"
	RuleUnreadableOutcome   Rule = "unreadable-outcome"
	RuleDanglingLink        Rule = "dangling-link"
	RuleOwnCause            Rule = "own-cause"
	RuleMisplaced           Rule = "misplaced-field"
	RuleSameCommit          Rule = "commit-to-itself"
	RuleOrderUnknown        Rule = "order-unknown"
	RuleAgainstTime         Rule = "link-against-time"
	RuleAgainstCommit       Rule = "link-against-commit"
	RuleNegativeMetric      Rule = "negative-metric"
	RuleSourceSession       Rule = "source-session"
	RuleMidnight            Rule = "midnight-is-a-date"
	RuleZone                Rule = "zone-assumed-utc"
	RuleTimeForm            Rule = "time-form"
	RuleNullList            Rule = "null-list"
	RuleSingle              Rule = "single-as-list"
	RuleNumberAsText        Rule = "number-as-text"
	RuleTextAsNumber        Rule = "text-as-number"
	RuleZeroMetric          Rule = "zero-means-not-measured"
	RuleMeasuredZero        Rule = "zero-was-measured"
	RuleUnknownOutcome      Rule = "unknown-outcome"
	RuleUnknownType         Rule = "unknown-type"
	RuleWordCase            Rule = "word-case"
	RuleLongWord            Rule = "long-word"
	RuleMissingID           Rule = "missing-id"
	RuleFileNameID          Rule = "id-from-file-name"
	RuleSummary             Rule = "summary-is-chosen"
	RuleTextDecision        Rule = "text-decision"
	RuleTextEvent           Rule = "text-event"
	RuleNote                Rule = "field-to-notes"
	RuleControl             Rule = "control-characters"
	RuleLineEnds            Rule = "line-ends"
	RuleBOM                 Rule = "byte-order-mark"
	RuleRepeatedKey         Rule = "repeated-key"
	RuleRemark              Rule = "field-to-text"
	RuleOtherVersion        Rule = "written-by-another-version"
	RuleReplacedCharacter   Rule = "replacement-character"
	RuleDateDiffers         Rule = "date-differs-from-id"
	RuleIDDiffers           Rule = "id-differs-from-file"
	RuleEventOutside        Rule = "event-outside-episode"
	RuleTimeOrder           Rule = "not-in-time-order"
	RuleChosenIsContext     Rule = "chosen-repeats-context"
	RuleErrorCount          Rule = "error-count-differs"
	RuleCommitCount         Rule = "commit-count-differs"
	RuleSuccessWithErrors   Rule = "success-with-errors"
	RuleRepeatedContent     Rule = "repeated-content"
	RuleJSONFragment        Rule = "json-fragment"
	RuleEmptyTask           Rule = "empty-task"
	RulePlaceholderTask     Rule = "placeholder-task"
	RuleOutcomeDiffers      Rule = "outcome-differs"
	RuleEmptyFile           Rule = "empty-file"
	RuleSameSession         Rule = "same-session"
	RuleSeveralOfSession    Rule = "several-of-session"
	RuleSameContentTwice    Rule = "same-content-twice"
	RuleSameIDTwice         Rule = "same-id-twice"
	RuleAlreadyRecordedOnce Rule = "earlier-content-already-recorded"
	RuleMissingSection      Rule = "missing-section"
	RuleNoteRemark          Rule = "note-differs"
	RulePendingPattern      Rule = "pending-pattern"
	RulePendingLead         Rule = "pending-lead"
	RuleOtherNote           Rule = "other-note"
)

// The rules of causal graphs.
const (
	RuleUnusableNode    Rule = "unusable-node"
	RuleRepeatedNode    Rule = "repeated-node"
	RuleUnlinkedNode    Rule = "node-without-link"
	RuleBrokenLink      Rule = "broken-link"
	RuleSelfLink        Rule = "self-link"
	RuleUnknownRelation Rule = "unknown-relation"
	RuleWeight          Rule = "weight-out-of-range"
	RuleUnusablePattern Rule = "unusable-pattern"
	RuleTriggerIsAction Rule = "trigger-is-action"
	RuleStatedCount     Rule = "stated-count"
	RuleWrittenAt       Rule = "written-at"
	RuleRepeatedLink    Rule = "repeated-link"
	RulePatternLink     Rule = "pattern-as-link"
	RuleRepeatedPattern Rule = "repeated-pattern"
	RuleRefusedPattern  Rule = "refused-pattern"
	RuleSameFactor      Rule = "same-factor"
	RuleTestFixture     Rule = "test-fixture"
	RuleSteps           Rule = "steps"
	RuleStepRefused     Rule = "step-refused"
	RuleUnknownRecord   Rule = "unknown-record"
	RuleBrokenRecord    Rule = "broken-record"
	RuleStepDropped     Rule = "step-dropped"
	RuleCutText         Rule = "cut-text"
	RuleRedacted        Rule = "redacted"
	RuleTraced          Rule = "traced-links"
	RuleLines           Rule = "lines"
	RuleOpenDecision    Rule = "open-decision"
	RuleStatedCause     Rule = "stated-cause"
	RuleDoubtfulCause   Rule = "doubtful-cause"
)

// RuleInfo describes one rule.
type RuleInfo struct {
	Rule    Rule   `json:"rule"`
	Kind    Kind   `json:"kind"`
	Meaning string `json:"meaning"`
}

// Rules describes every rule, in the order of the table in the documentation.
func Rules() []RuleInfo {
	graph := graphRules()
	out := append(append(unreading(), keeping()...), ignoring()...)
	out = append(append(out, graph[KindIgnored]...), repairing()...)
	out = append(out, graph[KindRepaired]...)
	return append(append(out, noting()...), graph[KindNoted]...)
}

// graphRules describes the rules of causal graphs.
func graphRules() map[Kind][]RuleInfo {
	return map[Kind][]RuleInfo{
		KindIgnored: {
			{RuleUnusableNode, KindIgnored, "a node without an id or a label, or whose label names no factor"},
			{RuleRepeatedNode, KindIgnored, "a node with the id of an earlier one"},
			{RuleUnlinkedNode, KindIgnored, "a node at which there is no edge: alone it says nothing that episodes do not say"},
			{RuleBrokenLink, KindIgnored, "an edge with an end that is no node of the file"},
			{RuleSelfLink, KindIgnored, "an edge of which both ends are one factor"},
			{RuleUnknownRelation, KindIgnored, "an edge of a type that is no relation"},
			{RuleWeight, KindIgnored, "a weight that is not above 0 and at most 1, or a rate that is not from 0 to 1; it is unknown"},
			{RuleUnusablePattern, KindIgnored, "a pattern without a trigger or an action"},
			{RuleRepeatedPattern, KindIgnored, "a pattern with the name and the action of an earlier one"},
			{RuleRefusedPattern, KindIgnored, "a pattern that breaks a rule of patterns, or whose name is that of a deprecated one"},
			{RuleTriggerIsAction, KindIgnored, "a pattern of which the trigger is the action"},
			{RuleStatedCount, KindIgnored, "a frequency or rate of a node; causeway counts the episodes"},
			{RuleWrittenAt, KindIgnored, "the time at which a tool wrote the value; it says nothing about when it was seen"},
		},
		KindRepaired: {
			{RuleRepeatedLink, KindRepaired, "two edges of one link became one"},
			{RulePatternLink, KindRepaired, "a pattern was taken, with its rate as a claim, and so was the link that it states from its trigger to its action"},
		},
		KindNoted: {
			{RuleSameFactor, KindNoted, "the node is the same factor as an earlier one"},
			{RuleTestFixture, KindNoted, "the text looks like one of a test that was left behind"},
		},
	}
}

// unreading describes what an import ends with exit code 3 for.
func unreading() []RuleInfo {
	return []RuleInfo{
		{RuleUnreadableTime, KindUnread, "the value is no time; the time stays unknown"},
		{RuleUnreadableCause, KindUnread, "the value names no occurrence; the link is left out"},
		{RuleUnreadableOutcome, KindUnread, "the value is no outcome; the outcome stays unknown"},
		{RuleDanglingLink, KindUnread, "the link has an end that is no decision or event of the episode; it is left out until a revision has both"},
		{RulePendingLead, KindNoted, "a pattern leads to one that does not exist yet; the relation is kept, and holds when that comes"},
		{RulePendingPattern, KindUnread, "a pattern's note names a pattern that does not exist; the relation is left out until the note is imported again"},
		{RuleMisplaced, KindUnread, "a time, a cause or an outcome where the format has none"},
	}
}

func keeping() []RuleInfo {
	return []RuleInfo{
		{RuleUnknownField, KindKept, "the field is none of the format"},
		{RuleWrongType, KindKept, "the value has another JSON type than the field"},
		{RuleNegativeMetric, KindKept, "a measurement below zero; it counts as not measured"},
		{RuleZeroMetric, KindKept, "a duration or tool count of zero means not measured where the writer never writes null"},
		{RuleSameCommit, KindKept, "the link joins a commit to itself and is left out"},
		{RuleUnknownRecord, KindKept, "records of a transcript of a kind that the reader does not know; the first of each kind is kept"},
		{RuleOwnCause, KindKept, "the link joins an occurrence to itself and is left out"},
	}
}

func ignoring() []RuleInfo {
	return []RuleInfo{
		{RuleStepDropped, KindIgnored, "steps beyond the most that a run keeps"},
		{RuleSourceSession, KindIgnored, "the event repeats the session of its episode"},
	}
}

func repairing() []RuleInfo {
	return []RuleInfo{
		{RuleMidnight, KindRepaired, "a time of exactly midnight is a date: writers put midnight where they know the day only"},
		{RuleZone, KindRepaired, "a time without a zone was read as UTC"},
		{RuleTimeForm, KindRepaired, "a time in another form was read, like a space for the T"},
		{RuleNullList, KindRepaired, "null in place of a list was read as an empty list"},
		{RuleSingle, KindRepaired, "one value in place of a list was read as a list of one"},
		{RuleNumberAsText, KindRepaired, "a number or boolean in place of a text was read as text"},
		{RuleTextAsNumber, KindRepaired, "a text that holds a number was read as the number"},
		{RuleOrderUnknown, KindRepaired, "a link derived from the order in time whose times tell none; it is CORRELATES, EXTRACTED"},
		{RuleAgainstTime, KindRepaired, "a link derived from the order in time that runs against the times; it is CORRELATES, EXTRACTED"},
		{RuleUnknownOutcome, KindRepaired, "the outcome is none of the words; it is unknown, with the writer's word kept"},
		{RuleUnknownType, KindRepaired, "the type is none of the words; it is other, with the writer's word kept"},
		{RuleWordCase, KindRepaired, "a word of an enumeration in other case"},
		{RuleLongWord, KindRepaired, "a word over the size was shortened; the notes have it whole"},
		{RuleMissingID, KindRepaired, "a decision or event without an id got the next free one"},
		{RuleFileNameID, KindRepaired, "an episode without an id got the name of its file"},
		{RuleSummary, KindRepaired, "the summary of a decision without a chosen option was taken as the choice"},
		{RuleTextDecision, KindRepaired, "a decision that is a text was taken as the choice"},
		{RuleTextEvent, KindRepaired, "an event that is a text was taken as its content"},
		{RuleNote, KindRepaired, "the field became a note of the episode"},
		{RuleControl, KindRepaired, "control characters were removed from a text"},
		{RuleLineEnds, KindRepaired, "line ends were written as line feeds"},
		{RuleBOM, KindRepaired, "a byte order mark at the beginning was passed over"},
		{RuleRepeatedKey, KindRepaired, "a key that is there twice, once empty or with the same value both times, was read once"},
		{RuleRemark, KindRepaired, "fields without a place of their own were added to a text of the same decision or event"},
		{RuleRedacted, KindRepaired, "personal data and secrets were replaced by the name of their kind"},
		{RuleBrokenRecord, KindRepaired, "a line or a part of a transcript that cannot be read was passed over"},
		{RuleOtherVersion, KindRepaired, "a line of an export holds what it held, and another version of causeway writes it in another form; its hash is another one now"},
	}
}

func noting() []RuleInfo {
	return []RuleInfo{
		{RuleMeasuredZero, KindNoted, "a duration or tool count of zero was measured: the writer writes null for what was not"},
		{RuleAgainstCommit, KindNoted, "the link runs against the time that another document tells of a commit"},
		{RuleReplacedCharacter, KindNoted, "the text has the replacement character: something was lost before"},
		{RuleDateDiffers, KindNoted, "the time of the episode is on another day than its id says"},
		{RuleIDDiffers, KindNoted, "the file has another name than the episode"},
		{RuleEventOutside, KindNoted, "the event is before the episode or more than a day after its beginning"},
		{RuleTimeOrder, KindNoted, "the events are not in the order of their times; their order says nothing"},
		{RuleChosenIsContext, KindNoted, "the chosen option repeats the context"},
		{RuleErrorCount, KindNoted, "the metric errors differs from the number of error events"},
		{RuleCommitCount, KindNoted, "the metric commits differs from the number of commit events"},
		{RuleSuccessWithErrors, KindNoted, "the outcome is success although there are error events"},
		{RuleRepeatedContent, KindNoted, "several events have the same content"},
		{RuleJSONFragment, KindNoted, "the text looks like a piece of JSON"},
		{RuleEmptyTask, KindNoted, "the episode says no task"},
		{RulePlaceholderTask, KindNoted, "the task is a placeholder"},
		{RuleOutcomeDiffers, KindNoted, "another field gives another outcome"},
		{RuleSameSession, KindNoted, "the log and the episode of one session are one episode with two sources"},
		{RuleSeveralOfSession, KindNoted, "several episodes are of the session of the log, which stays an episode of its own"},
		{RuleEmptyFile, KindNoted, "the file holds nothing to import, like an empty list"},
		{RuleSameContentTwice, KindNoted, "an earlier document of the import has the same episode"},
		{RuleSameIDTwice, KindNoted, "an earlier document of the import has another content of the episode; this one is a later revision"},
		{RuleOtherNote, KindNoted, "the file is no note of an episode or a pattern and was passed over"},
		{RuleMissingSection, KindNoted, "a note lacks a section that its kind requires"},
		{RuleNoteRemark, KindNoted, "a note, or an episode file that was exported, says the same thing twice in other words; the message says which was taken"},
		{RuleSteps, KindNoted, "how many steps of a run are occurrences, went into one, or were refused: together all"},
		{RuleStepRefused, KindNoted, "steps of a run that the episode does not have, with the reason"},
		{RuleTraced, KindNoted, "links between the steps of a run that a rule found, with the rule and its version"},
		{RuleLines, KindNoted, "how many lines of a markdown log are in fields, kept in extra, or headings and rules: together all that are not blank"},
		{RuleOpenDecision, KindNoted, "a decision that the log leaves open, like \"TBD\", is none"},
		{RuleStatedCause, KindNoted, "links from causes that sentences state in so many words, with the rule and its version"},
		{RuleDoubtfulCause, KindNoted, "a sentence has the words of a cause and states none for certain; the message says why"},
		{RuleCutText, KindNoted, "long texts of a run were shortened while they were read"},
		{RuleAlreadyRecordedOnce, KindNoted, "the memory holds this content as an earlier revision, and the later ones of the import too"},
	}
}
