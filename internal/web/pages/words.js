// Describes a link in words: what it is, why it is believed, and what speaks against it.

const verbs = { CAUSES: 'causes', ENABLES: 'enables', PREVENTS: 'prevents', CORRELATES: 'occurs together with' };
const reasons = {
  MEASURED: 'measured', STATED: 'stated by somebody', EXTRACTED: 'taken from texts', TEMPORAL: 'only the order in time',
};

export const verb = (link) => verbs[link.relation] ?? link.relation.toLowerCase();

// basis says why a link is believed; it is never left out.
export function basis(link) {
  const all = link.bases.map((b) => reasons[b] ?? b.toLowerCase());
  if (all.length === 0) return 'no basis';
  const told = link.bases[0] === 'MEASURED' ? [`measured in ${count(link.compared, 'episode')}`, ...all.slice(1)] : all;
  return told.join(', ');
}

export const count = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;

export const figure = (x) => (x === null || x === undefined ? 'unknown' : Number(x).toFixed(2));

// strength distinguishes measured from stated strength.
export const strength = (link) => figure(link.strength) + (link.statedStrength === null ? '' : `, stated ${figure(link.statedStrength)}`);

// flags are warnings about the link.
export function flags(link) {
  const out = [];
  if (link.unmeasured) out.push('not measured: no comparison is possible');
  if (link.unsupported) out.push('the counts do not bear it out');
  if (link.ambiguousDirection) out.push('the direction is doubtful: the effect came first too often');
  return out;
}

// titled is the label of a factor, marked where a path is composed at it.
export const titled = (factor) => (factor.composed ? '⌁ ' : '') + factor.label;

// marks are the flags as symbols, for the drawing.
export const marks = (link) => (link.unsupported ? ' ✗' : '') + (link.ambiguousDirection ? ' ⇄' : '');

// sentence describes the whole link.
export function sentence(link, label) {
  return `${label(link.source)} ${verb(link)} ${label(link.target)}`;
}

export function details(link) {
  if (link.step) return [basis(link), `by ${link.episode.key}`, link.note].filter(Boolean).join('; ');
  const warned = flags(link);
  return `${basis(link)}; strength ${strength(link)}; ${count(link.episodes, 'episode')} for it${link.statements ? `, ${count(link.statements, 'statement')}` : ''}`
    + (warned.length ? `; ${warned.join('; ')}` : '');
}
