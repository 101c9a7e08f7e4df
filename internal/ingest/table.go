package ingest

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// WriteTable writes the report for a terminal: at most rows documents, those that need attention
// first, then the rules that applied and the totals. If rows is negative, it lists every document
// with its entries.
func (r Report) WriteTable(w io.Writer, rows int) error {
	items := slices.Clone(r.Items)
	if rows >= 0 {
		slices.SortStableFunc(items, func(a, b Item) int { return cmp.Compare(urgency(a), urgency(b)) })
	}
	var parts []string
	if len(items) > 0 && rows != 0 {
		parts = append(parts, documentTable(items, rows))
	}
	if len(r.Rules) > 0 {
		parts = append(parts, ruleTable(r.Rules))
	}
	if n := len(r.PassedOver); n > 0 {
		parts = append(parts, fmt.Sprintf("%d files are not of the format by their names and were passed over: %s", n, someNames(r.PassedOver, rows)))
	}
	if r.Format == FormatEpisode && slices.ContainsFunc(r.PassedOver, hasMarkdownName) {
		parts = append(parts, fmt.Sprintf("Markdown is read with the format %s, or %s for notes.", FormatSessionLog, FormatMarkdown))
	}
	if r.Format == FormatCausalGraph {
		parts = append(parts, r.Totals.graphs())
	} else {
		parts = append(parts, r.Totals.String())
	}
	if n := r.Totals.Unread; n > 0 {
		what := "times, causes or outcomes"
		if r.Totals.Patterns > 0 {
			what = "times, causes, outcomes or relations of patterns"
		}
		parts = append(parts, fmt.Sprintf("%d %s could not be read: the episodes lack them, and their extra has them as written.", n, what))
	}
	if r.DryRun {
		parts = append(parts, "Dry run: nothing was written; this is what an import would do.")
	}
	if !r.Complete {
		parts = append(parts, "Not complete: "+plainCell(r.Reason))
	}
	_, err := io.WriteString(w, strings.Join(parts, "\n\n")+"\n")
	return err
}

// someNames lists names: the first ten, or all if rows is negative.
func someNames(names []string, rows int) string {
	const most = 10
	if more := len(names) - most; rows >= 0 && more > 0 {
		return plainCell(strings.Join(names[:most], ", ")) + fmt.Sprintf(" and %d more; --verbose lists all", more)
	}
	return plainCell(strings.Join(names, ", "))
}

// urgency orders documents that need attention before the others.
func urgency(i Item) int {
	return slices.Index([]Status{StatusRefused, StatusNotWritten, StatusRepaired, StatusTaken, StatusUnchanged}, i.Status)
}

func documentTable(items []Item, rows int) string {
	t := newTable("Document", "Status", "Change", "Decisions", "Events", "Links", "What was done")
	for i, item := range items {
		if rows >= 0 && i == rows {
			t.AppendFooter(table.Row{fmt.Sprintf("and %d more; --verbose lists all", len(items)-rows)})
			break
		}
		t.AppendRow(table.Row{
			lastPart(plainCell(item.File)), item.Status, item.Change, item.Decisions, item.Events, item.Links, plainCell(item.done()),
		})
		if rows < 0 {
			for _, e := range item.Entries {
				t.AppendRow(table.Row{"  " + plainCell(e.Path), e.Kind, e.Rule, "", "", "", plainCell(e.Message)})
			}
		}
	}
	return t.Render()
}

// done says in one cell why a document was not recorded, or how many values were changed.
func (i Item) done() string {
	if i.Reason != "" {
		return i.Reason
	}
	counts := map[Kind]int{}
	i.Count(func(_ Rule, kind Kind, n int) { counts[kind] += n })
	var out []string
	for _, k := range []Kind{KindUnread, KindRepaired, KindKept, KindIgnored, KindNoted} {
		if counts[k] > 0 {
			out = append(out, fmt.Sprintf("%d %s", counts[k], k))
		}
	}
	return strings.Join(out, ", ")
}

func ruleTable(rules []RuleCount) string {
	t := newTable("Rule", "Kind", "Values", "Documents", "Meaning")
	for _, c := range rules {
		t.AppendRow(table.Row{c.Rule, c.Kind, c.Count, c.Documents, c.Meaning})
	}
	return t.Render()
}

func newTable(columns ...string) table.Writer {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Format.Header, t.Style().Format.Footer = text.FormatDefault, text.FormatDefault
	header := table.Row{}
	var configs []table.ColumnConfig
	for _, c := range columns {
		header = append(header, c)
		configs = append(configs, table.ColumnConfig{Name: c, WidthMax: 70, WidthMaxEnforcer: text.WrapSoft})
	}
	t.AppendHeader(header)
	t.SetColumnConfigs(configs)
	return t
}

// lastPart keeps the end of a long path, which distinguishes the documents.
func lastPart(s string) string {
	const most = 60
	if runes := []rune(s); len(runes) > most {
		return "…" + string(runes[len(runes)-most+1:])
	}
	return s
}

// plainCell removes control characters, so that documents cannot control the terminal.
func plainCell(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// graphs describes the totals of causal graphs.
func (t Totals) graphs() string {
	return fmt.Sprintf("%d documents: %d taken, %d repaired, %d unchanged, %d refused, %d not written.\n"+
		"%d links are stated, %d of them new or other than before.",
		t.Documents, t.Taken, t.Repaired, t.Unchanged, t.Refused, t.NotWritten, t.Links, t.Changed)
}

// String describes the totals in two sentences.
func (t Totals) String() string {
	out := fmt.Sprintf("%d documents: %d taken, %d repaired, %d unchanged, %d refused, %d not written.\n"+
		"%d episodes (%d created, %d revised, %d restored) with %d decisions, %d events and %d links.",
		t.Documents, t.Taken, t.Repaired, t.Unchanged, t.Refused, t.NotWritten,
		t.Episodes, t.Created, t.Revised, t.Restored, t.Decisions, t.Events, t.Links)
	if t.Patterns > 0 {
		out += fmt.Sprintf("\n%d patterns, %d of them new.", t.Patterns, t.NewPatterns)
	}
	if t.Parts > 0 {
		out += fmt.Sprintf("\n%d rules, statements, patterns, applications and execution events of an export, %d of them new.", t.Parts, t.NewParts)
	}
	return out
}
