package resolvers

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/generated"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/capture"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/retraction"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/upkeep"
)

// Importer takes in files of episodes.
type Importer interface {
	// Start begins a job that records what the files hold, each file on its own, and reports
	// on every file in the order given. Its episodes are to reach a state if they can. It
	// returns an [problem.InvalidError] for more files than are taken, [jobs.ErrTooMany].
	Start(ctx context.Context, project string, in model.ImportEpisodesInput, wait episodic.State) (jobs.Job, error)
	// StartGraphs begins a job that states what causal graphs of earlier tools hold, as Start
	// does; a strict one writes nothing when a file is refused, a dry run nothing at all.
	StartGraphs(ctx context.Context, project string, files []model.ImportFileInput, strict, dryRun bool) (jobs.Job, error)
	// Report reads the report of such a job.
	Report(kept json.RawMessage) (model.ImportReport, error)
}

// Consolidator takes care of the patterns of a project.
type Consolidator interface {
	// Start begins a job that does what is due, or with dryRun only reports it. It returns
	// [lease.ErrHeld] while another one is under way, and [jobs.ErrTooMany].
	Start(ctx context.Context, project string, dryRun bool) (jobs.Job, error)
	// Report reads the report of such a job.
	Report(kept json.RawMessage) (upkeep.Consolidation, error)
}

// Exporter writes projects out, and parts of them as notes.
type Exporter interface {
	// Export calls each with the parts of a project in order; the last one has the report or an
	// error. It ends when each returns an error.
	Export(ctx context.Context, project string, format model.ExportFormat, revisions bool, each func(model.ExportPart) error)
	// EpisodeNote returns the markdown note of an episode; linked are the episodes that it names.
	EpisodeNote(project string, e episodic.Episode, linked []model.Episode) (string, error)
	// PatternNote returns the markdown note of a pattern, with at most 100 of its trials.
	PatternNote(ctx context.Context, project string, p patterns.Pattern) (string, error)
}

// Services are what the resolvers call. A field of the API fails when its service is left out, the
// others work.
type Services struct {
	Episodes     *memory.Episodes
	Causes       *memory.Causes
	Patterns     *memory.Patterns
	Importer     Importer
	Consolidator Consolidator
	// Capture takes in execution events.
	Capture  *capture.Service
	Exporter Exporter
	// Calls remember the writes that carry an idempotency key.
	Calls *idempotency.Service
	Jobs  *jobs.Service
	// Audit notes who removes, restores and merges.
	Audit *audit.Service
	// Retraction takes out what is wrong.
	Retraction *retraction.Service
	// Expiring returns what retention removes of a project at its next run; nil if it is off.
	Expiring func(ctx context.Context, project string) (*model.DeleteEpisodesPayload, error)
}

// Root answers every field of the schema. It is safe for concurrent use.
type Root struct {
	episodes     *memory.Episodes
	causes       *memory.Causes
	patterns     *memory.Patterns
	importer     Importer
	consolidator Consolidator
	capture      *capture.Service
	exporter     Exporter
	calls        *idempotency.Service
	jobs         *jobs.Service
	audit        *audit.Service
	retraction   *retraction.Service
	expiring     func(ctx context.Context, project string) (*model.DeleteEpisodesPayload, error)
}

var _ generated.ResolverRoot = (*Root)(nil)

// New returns a Root over the services.
func New(s Services) *Root {
	return &Root{
		episodes: cmp.Or(s.Episodes, &memory.Episodes{}), causes: cmp.Or(s.Causes, &memory.Causes{}), patterns: cmp.Or(s.Patterns, &memory.Patterns{}),
		importer: s.Importer, consolidator: s.Consolidator, exporter: s.Exporter, capture: cmp.Or(s.Capture, capture.Disabled(errors.New("nothing takes execution events in"))), calls: s.Calls, jobs: s.Jobs, audit: s.Audit, retraction: s.Retraction, expiring: s.Expiring,
	}
}

// Query implements [generated.ResolverRoot].
func (r *Root) Query() generated.QueryResolver { return query{r} }

// Mutation implements [generated.ResolverRoot].
func (r *Root) Mutation() generated.MutationResolver { return mutation{r} }

// Subscription implements [generated.ResolverRoot].
func (r *Root) Subscription() generated.SubscriptionResolver { return subscription{r} }

// Job implements [generated.ResolverRoot].
func (r *Root) Job() generated.JobResolver { return job{r} }

// Project implements [generated.ResolverRoot].
func (r *Root) Project() generated.ProjectResolver { return project{r} }

// Capture implements [generated.ResolverRoot].
func (r *Root) Capture() generated.CaptureResolver { return captureResolver{r} }

// Episode implements [generated.ResolverRoot].
func (r *Root) Episode() generated.EpisodeResolver { return episode{r} }

// EpisodeInput implements [generated.ResolverRoot].
func (r *Root) EpisodeInput() generated.EpisodeInputResolver { return episodeInput{} }

// Decision implements [generated.ResolverRoot].
func (r *Root) Decision() generated.DecisionResolver {
	return decisionResolver{occurrence[*model.Decision]{r}}
}

// Event implements [generated.ResolverRoot].
func (r *Root) Event() generated.EventResolver { return event{occurrence[*model.Event]{r}} }

// EpisodeOutcome implements [generated.ResolverRoot].
func (r *Root) EpisodeOutcome() generated.EpisodeOutcomeResolver {
	return occurrence[*model.EpisodeOutcome]{r}
}

// Link implements [generated.ResolverRoot].
func (r *Root) Link() generated.LinkResolver { return linkResolver{} }

// LinkStatement implements [generated.ResolverRoot].
func (r *Root) LinkStatement() generated.LinkStatementResolver { return statedLink{} }

// Mention implements [generated.ResolverRoot].
func (r *Root) Mention() generated.MentionResolver { return mention{} }

// Reference implements [generated.ResolverRoot].
func (r *Root) Reference() generated.ReferenceResolver { return reference{r} }

// Factor implements [generated.ResolverRoot].
func (r *Root) Factor() generated.FactorResolver { return factorResolver{r} }

// FactorLink implements [generated.ResolverRoot].
func (r *Root) FactorLink() generated.FactorLinkResolver { return factorLink{r} }

// Evidence implements [generated.ResolverRoot].
func (r *Root) Evidence() generated.EvidenceResolver { return evidence{} }

// FactorLinkStatement implements [generated.ResolverRoot].
func (r *Root) FactorLinkStatement() generated.FactorLinkStatementResolver { return factorStatement{} }

// Derivation implements [generated.ResolverRoot].
func (r *Root) Derivation() generated.DerivationResolver { return derivation{r} }

// FactorPathAnswer implements [generated.ResolverRoot].
func (r *Root) FactorPathAnswer() generated.FactorPathAnswerResolver { return factorPathAnswer{} }

// FactorEnd implements [generated.ResolverRoot].
func (r *Root) FactorEnd() generated.FactorEndResolver { return factorEnd{} }

// FactorPath implements [generated.ResolverRoot].
func (r *Root) FactorPath() generated.FactorPathResolver { return factorPath{} }

// WholePathSupport implements [generated.ResolverRoot].
func (r *Root) WholePathSupport() generated.WholePathSupportResolver { return wholePathSupport{} }

// FactorHop implements [generated.ResolverRoot].
func (r *Root) FactorHop() generated.FactorHopResolver { return factorHop{} }

// RankedFactorConnection implements [generated.ResolverRoot].
func (r *Root) RankedFactorConnection() generated.RankedFactorConnectionResolver {
	return rankedFactorConnection{}
}

// RankedFactorEdge implements [generated.ResolverRoot].
func (r *Root) RankedFactorEdge() generated.RankedFactorEdgeResolver { return rankedFactorEdge{} }

// FactorHub implements [generated.ResolverRoot].
func (r *Root) FactorHub() generated.FactorHubResolver { return factorHub{} }

// InterventionAnswer implements [generated.ResolverRoot].
func (r *Root) InterventionAnswer() generated.InterventionAnswerResolver { return effectResolver{} }

// ProbabilityEstimate implements [generated.ResolverRoot].
func (r *Root) ProbabilityEstimate() generated.ProbabilityEstimateResolver { return effectEstimate{} }

// Stratum implements [generated.ResolverRoot].
func (r *Root) Stratum() generated.StratumResolver { return effectStratum{} }

// SimilarCase implements [generated.ResolverRoot].
func (r *Root) SimilarCase() generated.SimilarCaseResolver { return similarCase{} }

// CounterfactualAnswer implements [generated.ResolverRoot].
func (r *Root) CounterfactualAnswer() generated.CounterfactualAnswerResolver {
	return counterfactualAnswer{}
}

// DecisiveStep implements [generated.ResolverRoot].
func (r *Root) DecisiveStep() generated.DecisiveStepResolver { return decisiveStep{} }

// DecisiveReason implements [generated.ResolverRoot].
func (r *Root) DecisiveReason() generated.DecisiveReasonResolver { return decisiveReason{} }

// RunPair implements [generated.ResolverRoot].
func (r *Root) RunPair() generated.RunPairResolver { return runPair{} }

// Pattern implements [generated.ResolverRoot].
func (r *Root) Pattern() generated.PatternResolver { return pattern{r} }

// PatternEvidence implements [generated.ResolverRoot].
func (r *Root) PatternEvidence() generated.PatternEvidenceResolver { return patternEvidence{} }

// CausalPath implements [generated.ResolverRoot].
func (r *Root) CausalPath() generated.CausalPathResolver { return causalPath{r} }

// ContextPattern implements [generated.ResolverRoot].
func (r *Root) ContextPattern() generated.ContextPatternResolver { return contextPattern{} }

// RecallHit implements [generated.ResolverRoot].
func (r *Root) RecallHit() generated.RecallHitResolver { return recallHit{} }

// RelatedEpisode implements [generated.ResolverRoot].
func (r *Root) RelatedEpisode() generated.RelatedEpisodeResolver { return relatedEpisode{} }

// RelatedStep implements [generated.ResolverRoot].
func (r *Root) RelatedStep() generated.RelatedStepResolver { return relatedStep{} }

type (
	query        struct{ *Root }
	mutation     struct{ *Root }
	subscription struct{ *Root }
)
