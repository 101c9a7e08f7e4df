// One pattern: what it says, how it stands, its episodes for and against, its history.
import * as documents from './documents.js';
import { element } from './element.js';
import { copyButton, episodeRow, facts, link, lower, page, paged, panel, percent, quoted, range, ranged, save, small, trend } from './parts.js';
import { count, figure, verb } from './words.js';

export async function pattern(into, desk) {
  const { project, given: { key } } = desk;
  const { pattern: p } = await desk.find(documents.pattern, { project, key: key ?? '' }, `ask pattern ${quoted(key ?? '')} --project ${quoted(project)}`);
  if (!p) {
    into.append(element('h1', { text: `No pattern ${key}` }), element('p', {}, link(page('patterns', { project }), 'All patterns')));
    return;
  }
  const sides = [['SUPPORTS', 'Succeeded'], ['CONTRADICTS', 'Failed'], ['UNKNOWN', 'Outcome unknown']].map(([verdict, title]) => ({ verdict, made: panel(title) }));
  into.append(element('h1', { text: p.name }), head(p), definition(project, p), element('div', { class: 'split' },
    element('div', {}, ...sides.map((s) => s.made)), element('div', { class: 'second' }, standing(project, p), validation(p), history(p), relations(project, p), note(p))));
  for (const { verdict, made } of sides) desk.try(made, () => trials(desk, p, verdict, made));
}

function head(p) {
  return element('p', { class: 'sub' }, ...[lower(p.status), p.antiPattern ? 'to be avoided' : '', lower(p.category), lower(p.origin), p.key].filter(Boolean).map((text) => element('span', { text })));
}

function definition(project, p) {
  const names = (factors) => factors.flatMap((f, i) => [i ? ' and ' : '', link(page('factor', { project, key: f.key }), f.label)]);
  const matches = p.matches.map((m) => element('li', {}, 'when ', ...m.trigger.length ? names(m.trigger) : ['anything holds'], ': ', ...names(m.then)));
  return panel('What it says', element('p', {}, element('strong', { text: 'When ' }), p.trigger), element('p', {}, element('strong', { text: p.antiPattern ? 'avoid ' : 'then ' }), p.action),
    ...[p.summary, p.description].filter(Boolean).map((text) => element('p', { text })),
    ...matches.length ? [element('h3', { text: 'An episode is a trial' }), element('ul', { class: 'plain' }, ...matches)] : [element('p', { class: 'hint', text: 'Only recorded applications are trials.' })]);
}

function standing(project, p) {
  const { counts: c } = p;
  return panel('How it stands', element('p', {}, range(p.rate), ' ', element('span', { class: 'figures', text: ranged(p.rate) })),
    element('p', { text: `${c.successes} of ${count(c.trials, 'trial')} with a known outcome succeeded; of ${c.unknown} it is unknown; ${count(c.applications, 'recorded application')}.` }),
    p.reason ? element('p', { text: `Its status since ${(p.statusAt ?? p.updatedAt).slice(0, 10)}: ${p.reason}` }) : null,
    p.claim ? element('p', { text: `Claimed, never counted: ${p.claim.rate === null ? 'no rate' : percent(p.claim.rate)}${p.claim.source ? ` (${p.claim.source})` : ''}.` }) : null,
    element('div', { class: 'went' }, trend(p.rateOverTime), link(page('explore', { project, what: 'pattern', pattern: p.key }), 'How its rate went, with intervals and trials')));
}

function validation({ lastValidation: v }) {
  if (!v) return panel('Last validation', element('p', { text: 'Never validated: nothing tells the rate without the action.' }));
  const found = [['Result', lower(v.result)], ['Rate in the window', ranged(v.rate)], ['Null rate', v.nullRate === null ? 'unknown' : `${percent(v.nullRate)} (${lower(v.nullBasis)})`],
    ['p, adjusted', small(v.adjusted)], ['p, binomial', small(v.p)], ['p, Fisher', small(v.comparisonP)], ['p, stratified', small(v.stratifiedP)], ['log10 e-value', figure(v.eValue)],
    ['Held fixed', v.held.join(', ') || 'nothing'], ['Not passed', v.failed.join('; ') || 'nothing']];
  return panel('Last validation', element('p', { class: 'hint', text: `${v.at.slice(0, 10)}, over ${v.since < '1970' ? 'all' : v.since.slice(0, 10)} to ${v.until.slice(0, 10)}` }), facts(found));
}

function history({ history: h }) {
  return panel('History', element('ul', { class: 'plain' }, ...h.nodes.map((c) => element('li', {},
    `${c.at.slice(0, 10)} ${c.before && c.before !== c.after ? `${lower(c.before)} became ${lower(c.after)}` : lower(c.kind)}`, c.reason ? element('small', { text: c.reason }) : null))));
}

function relations(project, p) {
  const to = (o) => link(page('pattern', { project, key: o.key }), o.name);
  const lines = [
    ...p.supersededBy ? [element('li', {}, 'superseded by ', to(p.supersededBy))] : [], ...p.related.map((r) => element('li', {}, `${lower(r.relationship)} `, to(r.pattern))),
    ...p.leads.map((l) => element('li', {}, `${verb(l)} `, l.pattern ? to(l.pattern) : l.factor ? link(page('factor', { project, key: l.factor.key }), l.factor.label) : `${l.pending} (pending)`)),
    ...(p.similar?.found ?? []).map((s) => element('li', {}, 'like ', to(s.pattern), element('small', { text: `${lower(s.pattern.status)}, ${percent(s.score)} alike` }))),
  ];
  return lines.length ? panel('Other patterns', element('ul', { class: 'plain' }, ...lines)) : null;
}

function note(p) {
  return element('details', { class: 'panel' }, element('summary', { text: 'As a note' }), element('pre', { text: p.note, tabindex: '0' }),
    element('div', { class: 'tools' }, copyButton('Copy the note', () => p.note), element('button', { type: 'button', text: 'Save the note', onclick: () => save(`${p.key}.md`, 'text/markdown', p.note) })));
}

async function trials(desk, p, verdict, made) {
  const { project } = desk;
  return paged(async (after) => {
    const found = (await desk.ask(documents.trials, { project, key: p.key, verdict, after })).pattern.evidence;
    made.hidden = found.totalCount === 0;
    made.querySelector('h2').textContent = `${made.querySelector('h2').textContent.split(':')[0]}: ${found.totalCount}`;
    const why = (e) => [e.observed && e.application ? 'seen in the episode' : '', e.application ? `applied${e.application.note ? `: ${e.application.note}` : ''}` : '', e.counted ? '' : 'not counted'].filter(Boolean).join(', ');
    return { items: found.nodes.map((e) => episodeRow(project, e.episode, why(e) ? element('small', { text: why(e) }) : null)), from: found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null };
  });
}
