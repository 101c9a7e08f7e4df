// 051_episode_attributes: What filters ask of present episodes, each value as one word: lists follow what few episodes have.
// params: none
// returns: nothing
CREATE FULLTEXT INDEX episode_attributes IF NOT EXISTS
FOR (e:Episode)
ON EACH [e.project, e.outcome, e.domain, e.taskType, e.complexity, e.session, e.tags, e.tools, e.strategies, e.decisionTypes, e.references, e.actors]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword', `fulltext.eventually_consistent`: false}}
