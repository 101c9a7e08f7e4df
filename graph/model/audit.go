package model

import "github.com/causeway-memory/causeway/internal/audit"

// AuditEntry is an entry of the audit log as the schema shows it.
type AuditEntry struct{ audit.Entry }

// By returns nil without an API token.
func (e AuditEntry) By() *string { return optional(e.Entry.By) }

// Subject returns nil if the project says all.
func (e AuditEntry) Subject() *string { return optional(e.Entry.Subject) }

// Reason returns nil if nobody said why.
func (e AuditEntry) Reason() *string { return optional(e.Entry.Reason) }

// AuditConnection is a page of the audit log.
type AuditConnection struct{ Connection[AuditEdge] }

// Nodes returns the items alone.
func (c AuditConnection) Nodes() []AuditEntry { return nodes(c.Edges) }

// AuditEdge is one entry of a page.
type AuditEdge struct{ Edge[AuditEntry] }

// DeleteEpisodesPayload says which episodes were deleted.
type DeleteEpisodesPayload struct {
	Episodes []string
	Matching int
}
