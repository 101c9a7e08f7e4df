// The queries of the page. Each can be sent unchanged from GraphiQL.

const factor = 'key label variable kind frequency outcomes { successes partials failures unknown } statements';

const link = `key relation source { key } target { key } bases strength statedStrength evidence { total } statements compared
  unmeasured unsupported ambiguousDirection`;

const end = '{ asked total ambiguous matches { key label frequency } }';

export const path = `query ExplorePath($project: String!, $from: String!, $to: String!, $mode: PathMode!, $depth: Int, $follow: FollowInput!) {
  factorPath(project: $project, from: $from, to: $to, mode: $mode, maxDepth: $depth, follow: $follow) {
    status explain
    from ${end}
    to ${end}
    paths { composedAt { key label } from { ${factor} } hops { to { ${factor} } link { ${link} } } }
  }
}`;

export const around = `query ExploreNeighbourhood($project: String!, $of: String!, $depth: Int, $follow: FollowInput!) {
  project(name: $project) {
    causalGraph(of: $of, maxDepth: $depth, follow: $follow) {
      status truncated explain
      of ${end}
      factors { ${factor} }
      links { ${link} }
    }
  }
}`;

const occurrence = 'key shortId kind label at outcome episode { key startedAt }';

const places = '{ asked total ambiguous matches { key label } }';

export const steps = `query ExploreSteps($project: String!, $from: String!, $to: String!, $mode: PathMode!, $depth: Int, $filter: LinkFilter, $first: Int! = 20) {
  causalPath(project: $project, from: $from, to: $to, mode: $mode, maxDepth: $depth, filter: $filter, first: $first) {
    status shortestBeyond
    from ${places}
    to ${places}
    paths {
      explain(budget: 400)
      from { ${occurrence} }
      hops { from { key } to { ${occurrence} } link { key relation basis confidence note episode { key task outcome } } }
    }
  }
}`;

const stated = `link { key relation basis confidence note episode { key task outcome } } occurrence { ${occurrence} }`;

export const neighbors = `query ExploreNeighbors($project: String!, $key: String!) {
  occurrence(project: $project, key: $key) { key causedBy(first: 20) { ${stated} } leadsTo(first: 20) { ${stated} } }
}`;

const estimate = '{ value low high n effective method }';

const whole = link.replace('source { key } target { key }', `source { ${factor} } target { ${factor} }`);

export const effect = `query ExploreEffect($project: String!, $variable: String!, $target: String!, $avoid: Boolean!, $context: [String!]!) {
  bestAction(project: $project, variable: $variable, target: $target, avoid: $avoid, context: $context) {
    status reason explain
    target { label }
    options {
      rank option { key label state }
      answer {
        status reason adjustment overlap disagree
        model ${estimate}
        stratified ${estimate}
        observed ${estimate}
        carriers { ${whole} }
      }
    }
  }
}`;

export const deciding = `query ExploreDeciding($project: String!, $variable: String!) {
  project(name: $project) {
    causalModel(variable: $variable) {
      parents { variable links { ${whole} } }
    }
  }
}`;

export const ends = `query ExploreEnds($project: String!, $key: String!) {
  factorLink(project: $project, key: $key) { relation source { key } target { key } }
}`;

const page = 'totalCount pageInfo { hasNextPage endCursor } edges { node { cell basis seen text episode { key task outcome } } }';

export const evidence = `query ExploreLink($project: String!, $key: String!, $supporting: String, $contradicting: String) {
  factorLink(project: $project, key: $key) {
    key relation source { key label } target { key label } explain
    both sourceOnly targetOnly neither compared forward backward strength statedStrength confidence statements
    deltaP { value low high } posterior { value low high }
    bases evidence { total stated extracted temporal measured }
    unmeasured unsupported ambiguousDirection suggestedRelation firstSeen lastSeen
    supporting(first: 10, after: $supporting) { ${page} }
    contradicting(first: 10, after: $contradicting) { ${page} }
  }
}`;

const told = 'totalCount pageInfo { hasNextPage endCursor } edges { node { verdict observed seen application { outcome note } episode { key task outcome } } }';

export const pattern = `query ExplorePattern($project: String!, $key: String!, $period: PatternPeriod) {
  pattern(project: $project, key: $key) {
    key name antiPattern status explain countedFrom
    counts { trials successes unknown }
    rate { value low high }
    lastValidation { at since until nullRate nullBasis result }
    history(first: 100) { edges { node { at before after reason } } }
    rateOverTime(period: $period) {
      period earlier undated
      points { since until trials successes unknown rate { value low high } soFar { value low high } }
    }
  }
}`;

export const patternEvidence = `query ExplorePatternEvidence($project: String!, $key: String!, $since: Timestamp, $until: Timestamp,
  $supporting: String, $contradicting: String, $unclear: String) {
  pattern(project: $project, key: $key) {
    supporting: evidence(verdicts: [SUPPORTS], counted: true, since: $since, until: $until, first: 10, after: $supporting) { ${told} }
    contradicting: evidence(verdicts: [CONTRADICTS], counted: true, since: $since, until: $until, first: 10, after: $contradicting) { ${told} }
    unclear: evidence(verdicts: [UNKNOWN], counted: true, since: $since, until: $until, first: 10, after: $unclear) { ${told} }
  }
}`;

export const episode = `query Episode($project: String!, $key: String!) {
  episode(project: $project, key: $key) {
    key task outcome startedAt
    decisionCount eventCount
    decisions(first: 200) { key at context chosen options rationale outcome }
    events(first: 200) { key at type content }
  }
}`;

export const projects = 'query Projects { projects { name } }';
