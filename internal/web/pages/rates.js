// Shows the rate of a pattern over time: a plot of rates by period, one of the counts, and a
// table with the same content.
import { element } from './element.js';
import { count, figure } from './words.js';

export const periods = [['DAY', 'days'], ['WEEK', 'weeks'], ['MONTH', 'months'], ['QUARTER', 'quarters']];

const heads = ['period', 'trials', 'succeeded', 'failed', 'unknown', 'rate', 'rate so far', 'evidence'];
const day = 86400000;
const style = { background: 'transparent', color: 'var(--text)', fontSize: '13px' };

// showRates fills the section of a pattern, or hides it if there is none. open is called with the
// period whose episodes are wanted, or without one for all of them.
export function showRates(section, pattern, open) {
  section.hidden = !pattern;
  if (!pattern) return;
  const { points } = pattern.rateOverTime;
  const find = (id) => section.querySelector(id);
  find('#rates-title').textContent = `${pattern.antiPattern ? 'Anti-pattern' : 'Pattern'} “${pattern.name}”: how its rate went`;
  find('#rates-told').replaceChildren(...told(pattern).map((text) => element('li', { text })));
  find('#rate-plots').replaceChildren(...plots(pattern, find('#rate-plots').clientWidth));
  find('#periods').hidden = points.length === 0;
  find('#periods').replaceChildren(...table(pattern, open));
  find('#rates-all').replaceChildren(evidenceButton({ key: 'all', name: 'all periods, and without a date' }, total(pattern.counts), open));
  find('#rates-changes').replaceChildren(...changes(pattern).map((c) => element('li', { text: `${c.at.slice(0, 10)}: ${status(c)}${c.reason ? `, ${c.reason}` : ''}` })));
  find('#rates-none').hidden = changes(pattern).length > 0;
}

// outcome summarizes the rates in a sentence.
export function outcome({ rateOverTime: { points, undated } }) {
  if (points.length === 0) return undated ? 'No trial tells when it began: the counts are listed, and nothing can be drawn.' : 'No episode is a trial of this pattern yet: its rate is unknown.';
  const gaps = points.filter((p) => !p.rate).length;
  return `${count(points.length, 'period')}${gaps ? `, ${gaps} of them without a known outcome` : ''}.`;
}

const total = (counts) => counts.trials + counts.unknown;

// changes are the changes of the status, earliest first.
const changes = ({ history }) => history.edges.map(({ node }) => node).filter((c) => c.before && c.before !== c.after).reverse();

const words = (name) => name.toLowerCase().replaceAll('_', ' ');

const status = (c) => `${words(c.before)} became ${words(c.after)}`;

function told(pattern) {
  const { counts, rateOverTime: { undated, earlier }, lastValidation: last, countedFrom } = pattern;
  const out = [
    `Status: ${words(pattern.status)}. ${pattern.explain}`,
    `Of ${count(counts.trials, 'trial')} with a known outcome ${counts.successes} succeeded: rate ${ranged(pattern.rate) ?? 'unknown'}.`,
  ];
  if (counts.unknown) out.push(`Beside them the outcome of ${count(counts.unknown, 'trial')} is unknown: neither a success nor a failure.`);
  if (undated) out.push(`In no period, for the episode does not tell when it began: ${count(undated, 'trial')}.`);
  if (earlier) out.push(`Left out before the first period below: ${count(earlier, 'period')}; the rate so far holds them.`);
  if (countedFrom) out.push(`Refined: episodes before ${countedFrom.slice(0, 10)} do not count.`);
  if (!last) out.push('Never validated: the rate without the action is not told.');
  else if (last.nullRate === null) out.push(`Last validated on ${last.at.slice(0, 10)}, with nothing to compare the rate with.`);
  else {
    out.push(`Last validated on ${last.at.slice(0, 10)} against a null rate of ${figure(last.nullRate)} (${words(last.nullBasis)}), `
      + `over the episodes from ${last.since.slice(0, 10)} to ${last.until.slice(0, 10)}: ${words(last.result)}.`);
  }
  return out;
}

// plots are the rates and, below them on the same time scale, the counts; as wide as there is space, so that their texts stay legible.
function plots(pattern, space) {
  const { Plot } = window;
  const { period, points } = pattern.rateOverTime;
  if (points.length === 0) return [];
  if (!Plot) return [element('p', { text: 'The plot could not be loaded; the table holds the whole answer.' })];
  const rows = points.map((p) => {
    const [since, until] = [new Date(p.since), new Date(p.until)];
    return { ...p, name: label(p, period), since, until, middle: new Date((+since + +until) / 2), failures: p.trials - p.successes };
  });
  /** @type {[Date, Date]} */
  const domain = [rows[0].since, rows.at(-1).until];
  const shared = { className: 'plot', width: Math.min(space || 860, 860), marginLeft: 60, marginRight: 20, marginBottom: 40, style };
  const known = rows.filter((r) => r.rate).length;
  return [
    named(Plot.plot({
      ...shared, height: 310, x: { type: 'utc', domain, label: null }, y: { domain: [0, 1], label: '↑ rate', grid: true }, marks: rateMarks(Plot, rows, pattern, domain),
    }), `Rates with intervals in ${known} of ${count(rows.length, 'period')}; the table below says the same`),
    named(Plot.plot({
      ...shared, height: 150, x: { type: 'utc', domain, label: null }, y: { label: '↑ trials', grid: true, ticks: 4, tickFormat: (n) => (Number.isInteger(n) ? String(n) : '') },
      marks: countMarks(Plot, rows),
    }), `Trials of ${count(rows.length, 'period')}: succeeded, failed, unknown; the table below says the same`),
  ];
}

function named(drawn, name) {
  drawn.querySelectorAll('g[aria-label]').forEach((part) => part.removeAttribute('aria-label')); // the table says the same
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', name);
  return drawn;
}

// rateMarks leave a gap where a period has no trial; the cumulative rate continues there, because
// it is known.
function rateMarks(Plot, rows, pattern, [first, last]) {
  const of = rows.filter((r) => r.rate).map((r) => ({ ...r, ...r.rate }));
  const soFar = rows.filter((r) => r.soFar).map((r) => ({ until: r.until, ...r.soFar }));
  const inside = changes(pattern).map((c) => ({ ...c, at: new Date(c.at) })).filter((c) => c.at >= first && c.at <= last);
  return [
    Plot.areaY(soFar, { x: 'until', y1: 'low', y2: 'high', fill: 'var(--extracted)', fillOpacity: 0.15 }),
    Plot.line(soFar, { x: 'until', y: 'value', stroke: 'var(--extracted)', strokeWidth: 1.5 }),
    Plot.dot(soFar, { x: 'until', y: 'value', r: 1.5, fill: 'var(--extracted)' }),
    ...nullMarks(Plot, pattern.lastValidation, first, last),
    Plot.ruleX(inside, { x: 'at', stroke: 'var(--text)', strokeDasharray: '2 4' }),
    Plot.text(inside, { x: 'at', y: 1, dy: 8, dx: -4, textAnchor: 'end', text: (c) => words(c.after), fill: 'var(--text)' }),
    Plot.ruleX(of, { x: 'middle', y1: 'low', y2: 'high', stroke: 'var(--measured)', strokeWidth: 2.5 }),
    Plot.dot(of, { x: 'middle', y: 'value', r: 4.5, fill: 'var(--measured)', title: (r) => `${r.name}: ${r.successes} of ${r.trials}, ${ranged(r)}` }),
  ];
}

// nullMarks draw the null rate over the period in which it was counted, as far as that is
// visible.
function nullMarks(Plot, validation, first, last) {
  if (!validation || validation.nullRate === null) return [];
  const [x1, x2] = [Math.max(+new Date(validation.since), +first), Math.min(+new Date(validation.until), +last)];
  if (x1 >= x2) return [];
  return [Plot.ruleY([{ rate: validation.nullRate, x1: new Date(x1), x2: new Date(x2) }],
    { y: 'rate', x1: 'x1', x2: 'x2', stroke: 'var(--stated)', strokeWidth: 2, strokeDasharray: '8 5' })];
}

function countMarks(Plot, rows) {
  const bar = { x1: 'since', x2: 'until', insetLeft: 2, insetRight: 2 };
  const after = (r) => r.trials;
  return [
    Plot.rect(rows.filter((r) => r.successes), { ...bar, y1: 0, y2: 'successes', fill: 'var(--measured)' }),
    Plot.rect(rows.filter((r) => r.failures), { ...bar, y1: 'successes', y2: after, fill: 'var(--back)', stroke: 'var(--measured)' }),
    Plot.rect(rows.filter((r) => r.unknown), { ...bar, y1: after, y2: (r) => r.trials + r.unknown, fill: 'none', stroke: 'var(--faint)', strokeDasharray: '3 3' }),
    Plot.ruleY([0], { stroke: 'var(--edge)' }),
  ];
}

function table(pattern, open) {
  const { period, points } = pattern.rateOverTime;
  const body = points.map((p) => {
    const name = label(p, period);
    const cells = [p.trials, p.successes, p.trials - p.successes, p.unknown, ranged(p.rate) ?? (p.unknown ? 'unknown' : 'no trial'), ranged(p.soFar) ?? 'unknown'];
    return element('tr', {}, element('th', { scope: 'row', text: name, 'data-head': heads[0] }), ...cells.map((text, i) => element('td', { class: 'n', text, 'data-head': heads[i + 1] })),
      element('td', { 'data-head': heads.at(-1) }, evidenceButton({ key: p.since, name, since: p.since.slice(0, 10), until: before(p.until) }, total(p), open)));
  });
  return [
    element('caption', { text: 'Rates with 95 % intervals, and the trials that they are counted from' }),
    element('thead', {}, element('tr', {}, ...heads.map((text, i) => element('th', { scope: 'col', text, class: i && i < heads.length - 1 ? 'n' : null })))), element('tbody', {}, ...body),
  ];
}

// evidenceButton opens the episodes of a period, or is just text if there are none.
function evidenceButton(period, episodes, open) {
  if (episodes === 0) return element('span', { text: 'none' });
  const text = count(episodes, 'episode');
  return element('button', { type: 'button', 'data-key': period.key, 'aria-label': `${text} of ${period.name}`, text, onclick: () => open(period) });
}

// before is the last day of a period with an exclusive end.
const before = (until) => new Date(Date.parse(until) - day).toISOString().slice(0, 10);

function label({ since, until }, period) {
  switch (period) {
    case 'WEEK':
      return `${since.slice(0, 10)} to ${before(until)}`;
    case 'MONTH':
      return since.slice(0, 7);
    case 'QUARTER':
      return `${since.slice(0, 4)}, quarter ${(Number(since.slice(5, 7)) + 2) / 3}`;
    default:
      return since.slice(0, 10);
  }
}

function ranged(rate) {
  return rate ? `${figure(rate.value)} (${figure(rate.low)} to ${figure(rate.high)})` : null;
}
