// list_states_of: All factors that are states of some variables, by key.
// params: project, variables
// returns: factor
UNWIND $variables AS variable
MATCH (f:Factor)
USING INDEX SEEK f:Factor(project, variable)
WHERE f.project = $project AND f.variable = variable
RETURN f {.variable, .state, .successes, .partials, .failures, .unknown, .decisions, .events, .outcomes, .contexts,
          .statements, .firstSeen, .lastSeen} AS factor
ORDER BY f.key
