// find_watching_patterns: The parts of a pattern that matching needs, for the patterns that watch one of some factors.
// params: project, factors
// returns: key, matches, rule, countedFrom, successes, failures, unknown, applications, timeSaved, timeSavedIn, costSaved, costSavedIn, lastUsed
UNWIND $factors AS factor
MATCH (:PatternState {project: $project, key: factor})<-[:WATCHES]-(p:Pattern)
WITH DISTINCT p
RETURN p.key AS key, p.matches AS matches, p.rule AS rule, p.countedFrom AS countedFrom,
       p.successes AS successes, p.failures AS failures, p.unknown AS unknown, p.applications AS applications,
       p.timeSaved AS timeSaved, p.timeSavedIn AS timeSavedIn, p.costSaved AS costSaved, p.costSavedIn AS costSavedIn,
       p.lastUsed AS lastUsed
