// Turns an answer of the service into what is drawn and listed, and describes it in words.
import { outcome } from './rates.js';
import { count } from './words.js';

// modes are the kinds of paths with their names on this page.
export const modes = [
  ['SHORTEST', 'a shortest'], ['STRONGEST', 'the strongest'], ['ALL_SHORTEST', 'all shortest'], ['K_BEST', 'the best few'], ['ALL_SIMPLE', 'all'],
];

const longest = 10; // links of all paths

const exact = ['SHORTEST', 'ALL_SHORTEST', 'ALL_SIMPLE'];

// modesOf are the kinds of paths that there are between factors, or between occurrences.
export const modesOf = (what) => (what === 'steps' ? modes.filter(([mode]) => exact.includes(mode)) : modes);

export function variablesOf({ project, what, from, to, mode, of, depth, rule, composed, relation, basis, until, action, target, avoid, context, pattern, period }) {
  if (what === 'effect') {
    return { project, variable: action, target, avoid: avoid === 'yes', context: (context ?? '').split(',').map((state) => state.trim()).filter(Boolean) };
  }
  if (what === 'pattern') return { project, key: pattern, period: period || null };
  const narrowed = { relations: relation ? [relation] : null, bases: basis ? [basis] : null };
  const deep = { project, depth: depth ? Number(depth) : null };
  // The service knows no time of paths: of all paths those are taken that were before.
  if (what === 'steps' && until) return { ...deep, depth: Number(depth || longest), from, to, mode: 'ALL_SIMPLE', first: 500, filter: narrowed };
  if (what === 'steps') return { ...deep, from, to, mode, filter: narrowed };
  const shared = { ...deep, follow: { ...narrowed, visibility: rule || null, composed: composed === 'yes', asOf: until || null } };
  return what === 'path' ? { ...shared, from, to, mode } : { ...shared, of };
}

export function answerOf({ what, mode = '', until = '' }, data) {
  if (what === 'effect') return effect(data.bestAction, data.project?.causalModel);
  if (what === 'pattern') return { ...nothing(), status: 'NO_PATTERN', pattern: data.pattern, problem: !data.pattern };
  if (what === 'steps') return stepsOf(earlier(data.causalPath, mode, until));
  return what === 'path' ? path(data.factorPath) : around(data.project?.causalGraph);
}

// effect draws the links that carry the effect of the options, and beside them what is adjusted
// for.
function effect(found, model) {
  if (!found) return nothing();
  const adjusted = [...new Set(found.options.flatMap((o) => o.answer.adjustment))].sort();
  const deciding = (model?.parents ?? []).filter((p) => adjusted.includes(p.variable)).flatMap((p) => p.links);
  const factors = new Map();
  const links = new Map();
  for (const l of [...found.options.flatMap((o) => o.answer.carriers), ...deciding]) {
    factors.set(l.source.key, l.source);
    factors.set(l.target.key, l.target);
    links.set(l.key, shaped(l));
  }
  const options = found.options.map((o) => o.option.key).filter((key) => factors.has(key));
  return {
    status: found.status, reason: found.reason, explain: found.explain, begins: options, ends: [], asked: [], factors: [...factors.values()],
    links: [...links.values()], paths: 0, options: found.options, target: found.target?.label,
    adjusted, problem: found.status === 'UNKNOWN_END',
  };
}

function path(found) {
  if (!found) return nothing();
  const factors = new Map();
  const links = new Map();
  for (const p of found.paths) {
    factors.set(p.from.key, p.from);
    for (const hop of p.hops) {
      factors.set(hop.to.key, hop.to);
      links.set(hop.link.key, shaped(hop.link));
    }
  }
  for (const at of found.paths.flatMap((p) => p.composedAt)) {
    factors.set(at.key, { ...factors.get(at.key), composed: true });
  }
  const first = (p) => p.from.key;
  const last = (p) => p.hops.at(-1)?.to.key ?? p.from.key;
  return {
    status: found.status, explain: found.explain, ends: [...new Set(found.paths.map(last))], begins: [...new Set(found.paths.map(first))],
    factors: [...factors.values()], links: [...links.values()], paths: found.paths.length, asked: [found.from, found.to],
    problem: !['FOUND', 'TRUNCATED'].includes(found.status),
  };
}

// earlier leaves of all paths those whose occurrences were all before a day, as far as their times are known, and of these the shortest
// where such are asked for.
function earlier(found, mode, until) {
  if (!found || !until) return found;
  const when = (o) => o.at ?? o.episode.startedAt;
  const kept = found.paths.filter((p) => [p.from, ...p.hops.map((h) => h.to)].every((o) => !when(o) || when(o) < until));
  const least = Math.min(...kept.map((p) => p.hops.length));
  const paths = mode === 'ALL_SIMPLE' ? kept : kept.filter((p) => p.hops.length === least).slice(0, mode === 'SHORTEST' ? 1 : kept.length);
  return { ...found, paths, later: found.paths.length - kept.length, status: found.paths.length && !kept.length ? 'LATER' : found.status };
}

// stepsOf draws occurrences as factors are drawn; each link is stated by one episode.
function stepsOf(found) {
  if (!found) return nothing();
  const factors = new Map();
  const links = new Map();
  for (const p of found.paths) {
    factors.set(p.from.key, p.from);
    for (const { from, to, link } of p.hops) {
      factors.set(to.key, to);
      links.set(link.key, statedLink(link, from.key, to.key));
    }
  }
  return {
    status: found.status, explain: found.paths.map((p) => p.explain).join('\n\n'), beyond: found.shortestBeyond, later: found.later, steps: true, paths: found.paths.length,
    begins: [...new Set(found.paths.map((p) => p.from.key))], ends: [...new Set(found.paths.map((p) => p.hops.at(-1)?.to.key ?? p.from.key))],
    factors: [...factors.values()], links: [...links.values()], asked: [found.from, found.to], problem: !['FOUND', 'TRUNCATED'].includes(found.status),
  };
}

const statedLink = (link, source, target) => ({ ...link, step: true, source, target, bases: [link.basis], strength: null, statedStrength: link.confidence });

// neighborsOf are the occurrences and links next to one.
export function neighborsOf({ key, causedBy, leadsTo }) {
  return {
    factors: [...causedBy, ...leadsTo].map((n) => n.occurrence),
    links: [...causedBy.map((n) => statedLink(n.link, n.occurrence.key, key)), ...leadsTo.map((n) => statedLink(n.link, key, n.occurrence.key))],
  };
}

function around(found) {
  if (!found) return nothing();
  return {
    status: found.truncated ? 'TRUNCATED' : found.status, explain: found.explain, ends: [], begins: found.of?.matches.map((f) => f.key) ?? [],
    factors: found.factors, links: found.links.map(shaped), paths: 0, asked: [found.of], problem: !['FOUND', 'TRUNCATED'].includes(found.status),
  };
}

const nothing = () => ({ status: 'NO_PROJECT', factors: [], links: [], begins: [], ends: [], asked: [], problem: true });

function shaped(link) {
  return { ...link, source: link.source.key, target: link.target.key, episodes: link.evidence.total };
}

// outcomeOf describes the result, also if it is empty.
export function outcomeOf(answer, given) {
  if (answer.options) return [`${count(answer.options.length, 'option')}${answer.status === 'OK' ? '' : `: ${answer.status.toLowerCase().replaceAll('_', ' ')}`}.`, answer.reason].filter(Boolean).join(' ');
  if (answer.pattern) return outcome(answer.pattern);
  const drawn = `${count(answer.factors.length, answer.steps ? 'occurrence' : 'factor')} and ${count(answer.links.length, 'link')}`;
  switch (answer.status) {
    case 'FOUND':
      return `${drawn} are drawn${answer.paths > 1 ? `, ${answer.paths} paths` : ''}.${composed(answer, given)}`;
    case 'TRUNCATED':
      return `${drawn} are drawn, and that is not all: the answer was cut. Fewer links deep, or stricter about weak links, shows a whole one.`;
    case 'NO_PATH':
      if (answer.steps) return `Both ends are recorded, and no path joins them${answer.beyond ? ` within these links; the shortest has ${answer.beyond}` : ''}.`;
      if (given.what === 'around') return 'The factor is known, and no link that is shown is at it. “show all” also draws the weak ones.';
      return 'Both ends are known, and no path that is shown joins them. More links deep, or “show all”, may find one.';
    case 'LATER':
      return `Each of the ${count(answer.later, 'path')} goes through something that was on that day or later.`;
    case 'NO_PATTERN':
      return `No pattern of the project ${given.project} has the key or the name “${given.pattern}”.`;
    case 'NO_PROJECT':
      return `There is no project ${given.project}.`;
    default:
      return answer.asked.filter((end) => end.total !== 1).map((end) => understood(end, answer.steps ? 'occurrence' : 'factor')).join('\n') || `Nothing was found (${answer.status}).`;
  }
}

// composed says what of the answer nobody lived or stated.
function composed(answer, given) {
  const at = answer.factors.filter((f) => f.composed).map((f) => f.label);
  if (at.length > 0) return ` COMPOSED at ${at.join('; ')}: no episode and no statement joins the links there.`;
  return given.what === 'around' && given.composed ? ' COMPOSED paths are among them, which no episode and no statement joins.' : '';
}

// understood says how the name of an end was resolved.
function understood(end, what) {
  if (end.total === 0) return `No ${what} has the key or the label “${end.asked}”.`;
  const some = end.matches.map((f) => `${f.label} (${[f.key, f.frequency === undefined ? '' : count(f.frequency, 'episode')].filter(Boolean).join(', ')})`).join('; ');
  return `“${end.asked}” names ${end.total} ${what}s; take the key of one: ${some}${end.total > end.matches.length ? '; …' : ''}`;
}
