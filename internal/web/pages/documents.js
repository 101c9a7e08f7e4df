// The questions of the workspace. Each can be sent unchanged from GraphiQL.

const row = 'key task outcome startedAt domain taskType session decisionCount eventCount';

export const projects = 'query DeskProjects { projects { name } }';

export const totals = 'query DeskTotals { projects { name createdAt totals { episodes decisions events links } } }';

export const lately = `query DeskLately($project: String!, $yesterday: Timestamp!, $today: Timestamp!, $week: Timestamp!) {
  yesterday: episodes(project: $project, filter: {outcomes: [FAILURE], since: $yesterday, until: $today}, first: 1) { totalCount }
  week: episodes(project: $project, filter: {outcomes: [FAILURE], since: $week}, first: 1) { totalCount }
  failures: episodes(project: $project, filter: {outcomes: [FAILURE]}, first: 6) { totalCount nodes { ${row} } }
  troubled: episodes(project: $project, filter: {failed: true}, first: 1) { totalCount }
  latest: episodes(project: $project, first: 6) { totalCount nodes { ${row} } }
}`;

export const changed = `query DeskChangedPatterns($project: String!) {
  patterns(project: $project, minRate: null, minTrials: 0, order: UPDATED, first: 6) {
    totalCount
    nodes { key name status antiPattern updatedAt reason counts { trials } rate { value low high } }
  }
}`;

export const standing = `query DeskStanding($project: String!) {
  project(name: $project) {
    index { total chunks embedded active { provider } building { provider } }
    derivation { pending }
    quality { factors recurring links onlyTemporal unmeasured unsupported unknownOutcomes advice { code text } }
  }
  capture(project: $project) { health { waiting failed } }
  jobs(project: $project, first: 3) { nodes { kind state done total } }
}`;

const least = (n) => `least${n}: factors(project: $project, filter: {minFrequency: ${n}}, first: 1) { totalCount }`;

export const often = `query DeskOften($project: String!) { ${[1000, 300, 100, 30, 10, 5].map(least).join(' ')} }`;

export const starts = `query DeskStarts($project: String!, $least: Int!, $decided: Int!) {
  episodes(project: $project, filter: {outcomes: [FAILURE]}, first: 8) {
    nodes { key task outcomeOccurrence { key causes(first: 20) { edges { depth terminal node { key label } } } } }
  }
  factors(project: $project, filter: {minFrequency: $least}, first: 100) { nodes { key label kind frequency } }
  decided: factors(project: $project, filter: {minFrequency: $decided, kinds: [DECISION]}, first: 100) { nodes { variable frequency } }
  patterns(project: $project, minRate: null, minTrials: 0, first: 8) { nodes { key name status counts { trials } } }
}`;

export const episodes = `query DeskEpisodes($project: String!, $filter: EpisodeFilter, $deleted: Boolean!, $after: String) {
  episodes(project: $project, filter: $filter, deleted: $deleted, first: 30, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } nodes { ${row} }
  }
}`;

export const recall = `query DeskRecall($project: String!, $text: String, $filter: EpisodeFilter, $offset: Int!) {
  recall(project: $project, text: $text, filter: $filter, first: 20, offset: $offset) {
    truncated degraded reason note
    hits { probability part text words episode { ${row} } }
  }
}`;

const occurrence = 'key shortId kind type label at outcome';

const step = `${occurrence} factor { key label variable frequency }
  causedBy(first: 20) { link { relation basis } occurrence { key label } }
  leadsTo(first: 20) { link { relation basis } occurrence { key label } }`;

export const episode = `query DeskEpisode($project: String!, $key: String!) {
  episode(project: $project, key: $key) {
    ${row} complexity reportedOutcome context { variable state } tools strategies tags goals constraints insights lessons notes
    recordedAt revision metrics { durationMinutes toolCalls errors recoveries }
    decisions(first: 200) { ${step} context options chosen rationale }
    events(first: 200) { ${step} content }
    outcomeOccurrence { ${step} }
  }
}`;

export const steps = `query DeskSteps($project: String!, $key: String!, $decided: Int!, $happened: Int!) {
  episode(project: $project, key: $key) {
    decisions(first: 200, offset: $decided) { ${step} context options chosen rationale }
    events(first: 200, offset: $happened) { ${step} content }
  }
}`;

export const causes = `query DeskCauses($project: String!, $key: String!) {
  occurrence(project: $project, key: $key) {
    causes(first: 30) { totalCount edges { depth terminal node { ${occurrence} episode { key } } } }
    effects(first: 30) { totalCount edges { depth terminal node { ${occurrence} episode { key } } } }
  }
}`;

export const suspects = `query DeskSuspects($project: String!, $key: String!) {
  episode(project: $project, key: $key) {
    decisiveSteps(first: 5) {
      status note goodRuns failedRuns
      steps { probability occurrence { ${occurrence} } reasons { kind text runs } }
    }
    similarRuns(first: 8) { sameTask episode { key task outcome startedAt } }
  }
}`;

export const rests = `query DeskRests($project: String!, $of: DependentsOf!, $offset: Int!) {
  project(name: $project) {
    dependents(of: $of) { known note total items(first: 200, offset: $offset) { kind key falls text } }
  }
}`;

export const beside = `query DeskBeside($project: String!, $key: String!, $other: String!) {
  episode(project: $project, key: $key) {
    compareTo(episode: $other) {
      cut pairCount
      first { pair { this { key } other { key } } goodWith goodRuns share { value low high } }
      pairs(first: 200) { kind this { ${occurrence} } other { ${occurrence} } }
    }
  }
}`;

const probability = '{ value low high n }';

export const whatIf = `query DeskWhatIf($project: String!, $episode: String!, $decision: String!, $alternative: String!, $target: String!) {
  whatIf(project: $project, episode: $episode, decision: $decision, alternative: $alternative, target: $target) {
    status reason explain tried adjustment target { label }
    model ${probability} stratified ${probability}
    contrast { difference { value low high } baseline { value } }
    similar(first: 5) { totalCount nodes { reached episode { key task outcome } } }
  }
}`;

export const wouldHave = `query DeskWouldHave($project: String!, $episode: String!, $remove: String!) {
  counterfactual(project: $project, episode: $episode, remove: $remove) {
    status reason explain mismatch structural { linked butFor } graded { verdict otherwise { value low high } }
  }
}`;

export const revisions = `query DeskRevisions($project: String!, $key: String!) {
  episode(project: $project, key: $key) {
    note revisions(first: 20) { number recordedAt hash content }
  }
}`;

const rate = 'rate { value low high }';

export const patterns = `query DeskPatterns($project: String!, $filter: PatternFilter, $order: PatternOrder!, $after: String) {
  patterns(project: $project, minRate: null, minTrials: 0, filter: $filter, order: $order, first: 30, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes {
      key name category status antiPattern updatedAt trigger action ${rate} counts { trials successes failures unknown applications }
      rateOverTime(most: 12) { period points { since trials rate { value } } }
    }
  }
}`;

export const pattern = `query DeskPattern($project: String!, $key: String!) {
  pattern(project: $project, key: $key) {
    key name category status statusAt reason antiPattern origin summary description trigger action explain note updatedAt countedFrom ${rate}
    counts { trials successes failures unknown applications }
    claim { rate occurrences source }
    rateOverTime(most: 24) { period points { since trials rate { value } } }
    matches { trigger { key label } then { key label } }
    related { relationship pattern { key name } } leads { relation pending pattern { key name } factor { key label } } supersededBy { key name }
    lastValidation { at since until ${rate} nullRate nullBasis p comparisonP stratifiedP adjusted eValue held result failed }
    history(first: 50) { totalCount nodes { number kind at version before after reason } }
    similar(first: 5) { found { score pattern { key name status } } }
  }
}`;

export const trials = `query DeskTrials($project: String!, $key: String!, $verdict: PatternVerdict!, $after: String) {
  pattern(project: $project, key: $key) {
    evidence(verdicts: [$verdict], first: 10, after: $after) {
      totalCount pageInfo { hasNextPage endCursor }
      nodes { observed counted application { outcome note } episode { ${row} } }
    }
  }
}`;

export const factors = `query DeskFactors($project: String!, $filter: FactorFilter, $after: String) {
  factors(project: $project, filter: $filter, first: 100, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes { key label kind frequency firstSeen lastSeen outcomes { successes partials failures unknown } }
  }
}`;

const tie = 'key relation bases strength statedStrength compared statements evidence { total } unmeasured unsupported ambiguousDirection source { key label } target { key label }';

export const doubts = `query DeskDoubts($project: String!) {
  unsupported: factorLinks(project: $project, filter: {unsupported: true}, first: 50) { totalCount nodes { ${tie} } }
  backward: factorLinks(project: $project, filter: {ambiguousDirection: true}, first: 50) { totalCount nodes { ${tie} } }
}`;

const named = '{ key label }';

export const graphDoubts = `query DeskGraphDoubts($project: String!) {
  project(name: $project) {
    graphDoubts(first: 20) {
      status reason episodes variables tests untested total
      doubts {
        kind direction source ${named} target ${named} given difference { value low high } both sourceOnly targetOnly neither
        links { key relation source ${named} target ${named} } episodes(first: 5) text
      }
    }
  }
}`;

export const latest = `query DeskLatest($project: String!) {
  episodes(project: $project, filter: {since: "0001-01-01"}, first: 1) { nodes { startedAt } }
}`;

export const whyChanged = `query DeskWhyChanged($project: String!, $target: String!, $before: PeriodInput!, $after: PeriodInput!) {
  project(name: $project) {
    whyChanged(target: $target, before: $before, after: $after) {
      status reason target ${named} before { value low high } after { value low high } beforeTold afterTold change { value low high }
      parts { variable given share { value low high } sure beforeCounted afterCounted links { ${tie} } } unexplained exact
    }
  }
}`;

export const merges = `query DeskMerges($project: String!) {
  project(name: $project) {
    mergeSuggestions(first: 20) { total truncated suggestions { score reason template into { key label frequency } from { key label frequency } } }
    rules { merges(first: 50) { note mergedAt rule from { key label } into { key label } } }
  }
}`;

export const sample = `query DeskSample($project: String!, $key: String!) {
  factor(project: $project, key: $key) { label occurrences(first: 5) { totalCount nodes { key label episode { key outcome } } } }
}`;

export const merge = `mutation DeskMerge($project: String!, $from: [String!]!, $into: String!) {
  mergeFactors(project: $project, from: $from, into: $into, note: "from the pages") { derivation { graph } }
}`;

export const split = `mutation DeskSplit($project: String!, $factor: String!, $members: [String!]!) {
  splitFactor(project: $project, factor: $factor, members: $members, note: "from the pages") { derivation { graph } }
}`;

export const factor = `query DeskFactor($project: String!, $key: String!) {
  factor(project: $project, key: $key) {
    key label kind frequency firstSeen lastSeen explain outcomes { successes partials failures unknown }
    causes(first: 30, visibility: ALL) { ${tie} }
    effects(first: 30, visibility: ALL) { ${tie} }
    members { from { key label } mergedAt }
  }
}`;

export const happened = `query DeskHappened($project: String!, $key: String!, $after: String) {
  factor(project: $project, key: $key) {
    occurrences(first: 20, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { ${occurrence} episode { ${row} } } }
  }
}`;

export const action = `query DeskAction($project: String!, $action: String!, $arguments: JSON, $task: String, $context: [VariableStateInput!]!) {
  project(name: $project) {
    checkAction(action: $action, arguments: $arguments, task: $task, context: $context) {
      warns note
      findings {
        rule warns text eValue needed difference { value low high }
        did { runs failed episodes(first: 20) } didNot { runs failed episodes(first: 20) }
      }
    }
  }
}`;

export const tasks = `query DeskTasks($project: String!, $task: String!) {
  episodes(project: $project, filter: {task: $task}, first: 20) { nodes { task } }
}`;

export const common = `query DeskCommon($project: String!) {
  episodes(project: $project, first: 100) { nodes { domain taskType session tags tools } }
}`;

export const likely = `query DeskNamed($project: String!, $task: String!, $key: String!) {
  of: episodes(project: $project, filter: {task: $task}, first: 20) { nodes { key task } }
  is: recall(project: $project, text: $key, first: 5) { hits { episode { key task } } }
}`;

export const doings = `query DeskDoings($project: String!, $label: String, $kinds: [FactorKind!], $least: Int!) {
  factors(project: $project, filter: {label: $label, kinds: $kinds, minFrequency: $least}, first: 100) { nodes { label frequency } }
}`;
