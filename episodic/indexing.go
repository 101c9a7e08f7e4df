package episodic

import "context"

// indexReceipts indexes what was just recorded and raises the state of the receipts it
// reached; a failure becomes the receipt's reason and stays in the backlog.
func (s *Service) indexReceipts(ctx context.Context, project string, receipts []Receipt) {}

// indexTasks brings the index up to date and returns the first failure by episode key
// (project, slash, id). What fails stays in the backlog.
func (s *Service) indexTasks(ctx context.Context, tasks []IndexTask) map[string]error { return nil }

// IndexBacklog works off up to limit episodes of the backlog and returns how many it
// brought up to date, and the first failure.
func (s *Service) IndexBacklog(ctx context.Context, limit int) (done int, err error) { return 0, nil }

// Reindex writes every present episode of a project anew to the index and removes what
// should not be there. progress is called after each batch.
func (s *Service) Reindex(ctx context.Context, project string, progress func(done, total int)) error {
	return nil
}

// Recall finds the episodes that answer a question. It returns an [InvalidError] for a bad
// limit, ErrProjectNotFound for an unknown project. When the index does not answer, the
// store's words do and the answer is Degraded.
func (s *Service) Recall(ctx context.Context, q RecallQuestion) (RecallAnswer, error) {
	return RecallAnswer{}, nil
}
