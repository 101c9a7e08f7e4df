package cli

import _ "embed" // for the queries below

//go:embed queries/audit.graphql
var auditQuery string

//go:embed queries/delete_episodes.graphql
var deleteEpisodesQuery string

//go:embed queries/path.graphql
var pathQuery string

//go:embed queries/embedded.graphql
var embeddedQuery string

//go:embed queries/recall.graphql
var recallQuery string

//go:embed queries/sequence.graphql
var sequenceQuery string

//go:embed queries/context.graphql
var contextQuery string

//go:embed queries/bootstrap.graphql
var bootstrapQuery string

//go:embed queries/causes.graphql
var causesQuery string

//go:embed queries/effects.graphql
var effectsQuery string

//go:embed queries/failures.graphql
var failuresQuery string

//go:embed queries/decisions.graphql
var decisionsQuery string

//go:embed queries/projects.graphql
var projectsQuery string

//go:embed queries/why.graphql
var whyQuery string

//go:embed queries/causes_of.graphql
var causesOfQuery string

//go:embed queries/effects_of.graphql
var effectsOfQuery string

//go:embed queries/what_if.graphql
var whatIfQuery string

//go:embed queries/intervene.graphql
var interveneQuery string

//go:embed queries/would_have.graphql
var wouldHaveQuery string

//go:embed queries/which_decision.graphql
var whichDecisionQuery string

//go:embed queries/best_action.graphql
var bestActionQuery string

//go:embed queries/model.graphql
var modelQuery string

//go:embed queries/patterns.graphql
var patternsQuery string

//go:embed queries/anti_patterns.graphql
var antiPatternsQuery string

//go:embed queries/pattern.graphql
var patternQuery string

//go:embed queries/applicable.graphql
var applicableQuery string

//go:embed queries/episodes.graphql
var episodesQuery string

//go:embed queries/decision_list.graphql
var decisionListQuery string

//go:embed queries/project_list.graphql
var projectListQuery string

//go:embed queries/factor_list.graphql
var factorListQuery string

//go:embed queries/show_episode.graphql
var showEpisodeQuery string

//go:embed queries/show_occurrence.graphql
var showOccurrenceQuery string

//go:embed queries/show_factor.graphql
var showFactorQuery string

//go:embed queries/record_episode.graphql
var recordQuery string

//go:embed queries/delete_episode.graphql
var deleteQuery string

//go:embed queries/restore_episode.graphql
var restoreQuery string

//go:embed queries/purge_episode.graphql
var purgeEpisodeQuery string

//go:embed queries/purge_project.graphql
var purgeProjectQuery string

//go:embed queries/project.graphql
var projectQuery string

//go:embed queries/expiring.graphql
var expiringQuery string

//go:embed queries/close_variables.graphql
var closeQuery string

//go:embed queries/recurring.graphql
var recurringQuery string

//go:embed queries/group_factors.graphql
var groupQuery string

//go:embed queries/ungroup_factors.graphql
var ungroupQuery string

//go:embed queries/quality.graphql
var qualityQuery string

//go:embed queries/import_episodes.graphql
var importEpisodesQuery string

//go:embed queries/import_causal_graph.graphql
var importGraphQuery string

//go:embed queries/job.graphql
var jobQuery string

//go:embed queries/consolidate.graphql
var consolidateQuery string

//go:embed queries/set_null_rate.graphql
var setNullRateQuery string

//go:embed queries/set_show_rule.graphql
var setShowRuleQuery string

//go:embed queries/derivation.graphql
var derivationQuery string

//go:embed queries/rebuild_factors.graphql
var rebuildQuery string

//go:embed queries/export_project.graphql
var exportQuery string

//go:embed queries/capture_events.graphql
var captureEventsQuery string

//go:embed queries/workflow_events.graphql
var workflowEventsQuery string

//go:embed queries/relevant_events.graphql
var relevantEventsQuery string

//go:embed queries/capture_receipts.graphql
var captureReceiptsQuery string

//go:embed queries/journal_failures.graphql
var journalFailuresQuery string

//go:embed queries/retry_captures.graphql
var retryCapturesQuery string

//go:embed queries/prune_events.graphql
var pruneEventsQuery string

//go:embed queries/complete_workflow.graphql
var completeWorkflowQuery string

//go:embed queries/check_action.graphql
var checkActionQuery string

//go:embed queries/decisive.graphql
var decisiveQuery string

//go:embed queries/why_changed.graphql
var whyChangedQuery string

//go:embed queries/dependents.graphql
var dependentsQuery string

//go:embed queries/retract.graphql
var retractQuery string

//go:embed queries/doubts.graphql
var doubtsQuery string

//go:embed queries/similar_runs.graphql
var similarRunsQuery string

//go:embed queries/compare.graphql
var compareQuery string

//go:embed queries/traces.graphql
var tracesQuery string

//go:embed queries/imported_runs.graphql
var importedRunsQuery string
