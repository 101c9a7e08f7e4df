// The factors of a project: what recurs, which links are doubted, what may be one, and a page for each.
import * as documents from './documents.js';
import { element } from './element.js';
import { offer } from './offer.js';
import { often } from './often.js';
import { choice, csv, episodeLink, episodeRow, field, folded, link, lower, outcome, page, paged, panel, percent, quoted, save, table } from './parts.js';
import { basis, count, figure, flags, verb } from './words.js';

const kinds = [['', 'any'], ['DECISION', 'decisions'], ['EVENT', 'events'], ['OUTCOME', 'outcomes'], ['CONTEXT', 'context'], ['STATED', 'stated']];

export async function factors(into, desk) {
  const { project, given } = desk;
  const least = given.least ? Number(given.least) : given.label ? 1 : await often(desk);
  const filter = { minFrequency: least, ...given.label ? { label: given.label } : {}, ...given.kind ? { kinds: [given.kind] } : {} };
  const { factors: found } = await desk.ask(documents.factors, { project, filter, after: given.after ?? null }, `factors --min-frequency ${least} --project ${quoted(project)}`);
  const all = [...found.nodes].sort((a, b) => b.frequency - a.frequency);
  const against = panel('What the counts say against the graph');
  const doubted = panel('Links in doubt');
  const merged = panel('What may be one');
  into.append(element('h1', { text: 'Factors' }), folded(form(desk, least), Boolean(given.label || given.kind)), element('div', { class: 'split' },
    element('div', {}, panel('What recurs', element('p', { class: 'hint', text: all.length === found.totalCount ? `${count(all.length, 'factor')}, the most frequent first` : `${all.length} of ${count(found.totalCount, 'factor')}; of those shown the most frequent first` }),
      table('', ['Factor', 'Kind', 'Episodes', 'Failed', 'Last seen'], all.map((f) => line(project, f))),
      found.pageInfo.hasNextPage ? element('p', {}, link(page('factors', { ...given, project, after: found.pageInfo.endCursor }), 'The next 100')) : null,
      element('div', { class: 'tools' }, element('button', { type: 'button', text: 'Save as CSV', onclick: () => save('factors.csv', 'text/csv', rows(all)) })))),
    element('div', {}, against, doubted, merged)));
  desk.try(against, () => graphDoubts(desk));
  desk.try(doubted, () => doubts(desk));
  desk.try(merged, () => merges(desk));
}

function line(project, f) {
  const { successes, partials, failures } = f.outcomes;
  const known = successes + partials + failures;
  return [link(page('factor', { project, key: f.key }), f.label), lower(f.kind), link(page('factor', { project, key: f.key }), String(f.frequency), { 'aria-label': `${count(f.frequency, 'episode')} with ${f.label}` }), known ? `${failures} of ${known}, ${percent(failures / known)}` : 'unknown', f.lastSeen?.slice(0, 10) ?? 'unknown'];
}

const rows = (all) => csv(['key', 'label', 'kind', 'episodes', 'successes', 'partials', 'failures', 'unknown', 'firstSeen', 'lastSeen'],
  all.map((f) => [f.key, f.label, f.kind, f.frequency, f.outcomes.successes, f.outcomes.partials, f.outcomes.failures, f.outcomes.unknown, f.firstSeen, f.lastSeen]));

function form(desk, least) {
  const { project, given } = desk;
  const made = element('form', { class: 'filters', 'aria-label': 'Filters' }, field('Label contains', element('input', { name: 'label', value: given.label, list: 'labels', autocomplete: 'off' })), element('datalist', { id: 'labels' }), field('Kind', choice('kind', kinds, given.kind)),
    field('Episodes at least', element('input', { name: 'least', type: 'number', min: '1', value: least })), element('button', { type: 'submit', text: 'Filter' }));
  offer(made, (query, variables) => desk.send(query, { project, ...variables }), () => 'labels');
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    desk.go(page('factors', { project, ...Object.fromEntries(new FormData(made)) }));
  });
  return made;
}

// tie is a link between factors: a sentence that leads to its drawing, where its evidence opens.
export function tie(project, l) {
  const to = link(page('explore', { project, open: l.key }), '');
  to.append(l.source.label, element('span', { class: 'verb', text: ` ${verb(l)} ` }), l.target.label);
  return element('li', {}, to,
    element('small', { text: [basis(l), `strength ${figure(l.strength)}`, ...flags(l)].join('; ') }));
}

async function doubts(desk) {
  const { project } = desk;
  const found = await desk.ask(documents.doubts, { project }, `quality --project ${quoted(project)}`);
  const part = (title, { totalCount, nodes }) => (totalCount ? [element('h3', { text: `${title}: ${totalCount}` }), element('ul', { class: 'plain' }, ...nodes.map((l) => tie(project, l)))] : []);
  const parts = [...part('The counts do not bear them out', found.unsupported), ...part('The effect came first too often', found.backward)];
  return parts.length ? parts : element('p', { text: 'No link that can be measured is in doubt.' });
}

const doubtKinds = [['MISSING', 'May be missing'], ['REVERSED', 'May point the wrong way'], ['CONTRADICTED', 'Joins what is independent']];

// graphDoubts are what the counts contradict of all that the links imply, by kind.
async function graphDoubts(desk) {
  const { project } = desk;
  const found = (await desk.ask(documents.graphDoubts, { project }, `ask doubts --project ${quoted(project)}`)).project?.graphDoubts;
  if (!found) return element('p', { text: 'No factor yet.' });
  const tested = `${count(found.tests, 'independence')} between ${count(found.variables, 'variable')}, over ${count(found.episodes, 'episode')}; ${found.untested} more are compared by too few.`;
  const parts = doubtKinds.flatMap(([kind, title]) => {
    const those = found.doubts.filter((d) => d.kind === kind);
    return those.length ? [element('h3', { text: `${title}: ${those.length}` }), element('ul', { class: 'plain' }, ...those.map((d) => doubt(project, d)))] : [];
  });
  return [
    element('p', { class: 'hint', text: found.status === 'OK' ? tested : [lower(found.status), found.reason].filter(Boolean).join(': ') }), ...parts,
    found.total > found.doubts.length ? element('p', { class: 'hint', text: `The ${found.doubts.length} clearest of ${found.total}.` }) : null,
    found.status === 'OK' && found.total === 0 ? element('p', { text: 'The counts contradict no link, and none seems to be missing.' }) : null,
  ];
}

// doubt leads to the evidence of the doubted links, or to the factors where a link may be missing, and to episodes that show it.
function doubt(project, d) {
  const ends = [d.source, d.target].map((f) => link(page('factor', { project, key: f.key }), f.label));
  const evidence = d.links.map((l) => element('small', {}, 'evidence: ', link(page('explore', { project, open: l.key }), `${l.source.label} ${verb(l)} ${l.target.label}`)));
  const counts = `both in ${count(d.both, 'episode')}, only the first in ${d.sourceOnly}, only the second in ${d.targetOnly}, neither in ${d.neither}`;
  return element('li', {}, ends[0], ' → ', ends[1], element('small', { text: counts }), ...evidence,
    element('details', {}, element('summary', { text: 'Why' }), element('p', { text: d.text }),
      element('p', {}, 'Episodes that show it: ', ...d.episodes.flatMap((key) => [episodeLink(project, key), ' ']))));
}

async function merges(desk) {
  const { project } = desk;
  const { project: { mergeSuggestions: m, rules } } = await desk.ask(documents.merges, { project }, `factors suggest --project ${quoted(project)}`);
  const done = rules.merges.map((r) => element('li', {}, `${r.from.label} → ${r.into.label}`, element('small', { text: [r.mergedAt.slice(0, 10), r.rule, r.note].filter(Boolean).join(' · ') }),
    element('button', { type: 'button', text: 'Take back', onclick: () => change(desk, documents.split, { factor: r.into.key, members: [r.from.key] }) })));
  return [
    element('p', { class: 'hint', text: m.total ? `${count(m.total, 'suggestion')}, the most alike first. Look before you merge: what is merged is counted as one.` : 'Nothing looks like one.' }),
    element('ul', { class: 'plain' }, ...m.suggestions.map((s) => suggestion(desk, s))), ...done.length ? [element('h3', { text: 'Merged' }), element('ul', { class: 'plain' }, ...done)] : [],
  ];
}

function suggestion(desk, s) {
  const { project } = desk;
  const all = [s.into, ...s.from];
  const seen = element('div', {});
  const look = async () => {
    seen.replaceChildren();
    await desk.try(seen, async () => Promise.all(all.map(async (f) => {
      const { factor: found } = await desk.ask(documents.sample, { project, key: f.key });
      return element('div', {}, element('strong', { text: `${found.label}: ${count(found.occurrences.totalCount, 'occurrence')}` }),
        element('ul', { class: 'plain' }, ...found.occurrences.nodes.map((o) => element('li', {}, outcome(o.episode.outcome), ` ${o.label} `, episodeLink(project, o.episode.key)))));
    })));
  };
  return element('li', {}, ...all.map((f, i) => element('div', {}, i ? '+ ' : '', link(page('factor', { project, key: f.key }), f.label), ` (${count(f.frequency, 'episode')})`)),
    element('small', { text: `${percent(s.score)} alike: ${s.reason}` }),
    element('div', { class: 'tools' }, element('button', { type: 'button', text: 'Look', onclick: look }),
      element('button', { type: 'button', text: 'Merge', onclick: () => change(desk, documents.merge, { into: s.into.key, from: s.from.map((f) => f.key) }) })), seen);
}

// change writes a merge or takes one back, and shows the page anew.
async function change(desk, mutation, variables) {
  const said = element('div');
  await desk.try(said, async () => {
    await desk.ask(mutation, { project: desk.project, ...variables });
    desk.again();
  });
  if (said.textContent) desk.say(said.textContent, true);
}

export async function factor(into, desk) {
  const { project, given: { key } } = desk;
  const { factor: f } = await desk.find(documents.factor, { project, key: key ?? '' });
  if (!f) {
    into.append(element('h1', { text: `No factor ${key}` }), element('p', {}, link(page('factors', { project }), 'All factors')));
    return;
  }
  const { successes, partials, failures, unknown } = f.outcomes;
  const directed = (l) => l.relation !== 'CORRELATES';
  const beside = [...new Map([...f.causes, ...f.effects].filter((l) => !directed(l)).map((l) => [l.key, l])).values()];
  const happened = panel(`Where it occurred: ${count(f.frequency, 'episode')}`);
  const side = (title, links) => panel(`${title}: ${links.length}${links.length === 30 ? ' or more' : ''}`, links.length ? element('ul', { class: 'plain' }, ...links.map((l) => tie(project, l))) : element('p', { text: 'None is recorded.' }));
  into.append(element('h1', { text: f.label }), element('p', { class: 'sub' }, element('span', { text: lower(f.kind) }), element('span', { text: `${successes} succeeded, ${partials} in part, ${failures} failed, ${unknown} unknown` }), element('span', { text: f.firstSeen ? `seen from ${f.firstSeen.slice(0, 10)} to ${f.lastSeen.slice(0, 10)}` : 'no episode tells when' })),
    element('p', {}, link(page('explore', { project, what: 'around', of: f.key }), 'Draw what is around it'), ' · ', link(page('changes', { project, target: f.label }), 'What changed')),
    element('div', { class: 'split' }, happened, element('div', {}, side('What leads to it', f.causes.filter(directed)), side('What it leads to', f.effects.filter(directed)), beside.length ? side('What occurs with it', beside) : null)));
  desk.try(happened, () => paged(async (after) => {
    const found = (await desk.ask(documents.happened, { project, key: f.key, after })).factor.occurrences;
    return { items: found.nodes.map((o) => episodeRow(project, o.episode, o.kind === 'OUTCOME' ? null : element('small', { text: `${o.shortId} ${o.label}` }))), from: found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null };
  }));
}
