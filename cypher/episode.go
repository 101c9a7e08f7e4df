package cypher

import _ "embed" // the statements are files

// GetEpisodes answers: the present episodes of some ids, with the content of their current revision.
//
//go:embed episodic/get_episodes.cypher
var GetEpisodes Statement

// ListEpisodes answers: a page of the present episodes of a project, latest first, unknown times last.
//
//go:embed episodic/list_episodes.cypher
var ListEpisodes Statement

// CountEpisodes answers: how many present episodes of a project match.
//
//go:embed episodic/count_episodes.cypher
var CountEpisodes Statement

// CountAttributed answers: how many present episodes have some attributes, counted up to a limit.
//
//go:embed episodic/count_attributed.cypher
var CountAttributed Statement

// ListAttributedEpisodes answers: a page of the present episodes of a project, among those with some attributes, latest first, unknown times last.
//
//go:embed episodic/list_attributed_episodes.cypher
var ListAttributedEpisodes Statement

// CountAttributedEpisodes answers: how many present episodes of a project match, among those with some attributes.
//
//go:embed episodic/count_attributed_episodes.cypher
var CountAttributedEpisodes Statement

// ListDeletedEpisodes answers: a page of the deleted episodes of a project, latest first, unknown times last.
//
//go:embed episodic/list_deleted_episodes.cypher
var ListDeletedEpisodes Statement

// CountDeletedEpisodes answers: how many deleted episodes of a project match.
//
//go:embed episodic/count_deleted_episodes.cypher
var CountDeletedEpisodes Statement

// ListRevisions answers: contents of some present episodes, latest first: of each as many as a limit, after those of an offset.
//
//go:embed episodic/list_revisions.cypher
var ListRevisions Statement
