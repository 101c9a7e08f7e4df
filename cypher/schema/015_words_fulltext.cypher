// 015_words_fulltext: Words of episodes, decisions and events: recall without the search engine.
// params: none
// returns: nothing
CREATE FULLTEXT INDEX words_fulltext IF NOT EXISTS
FOR (n:Episode|Decision|Event)
ON EACH [n.project, n.task, n.lessons, n.insights, n.context, n.chosen, n.rationale, n.content]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}
