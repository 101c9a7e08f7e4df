// get_factors: The factors with some keys.
// params: project, keys
// returns: factor
UNWIND $keys AS key
MATCH (f:Factor {project: $project, key: key})
RETURN f {.variable, .state, .successes, .partials, .failures, .unknown, .decisions, .events, .outcomes, .contexts,
          .statements, .firstSeen, .lastSeen} AS factor
