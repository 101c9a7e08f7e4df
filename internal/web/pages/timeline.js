// The timeline of an episode: decisions with options and reasons, events and the outcome, each with
// its causes and effects, and what another choice would have led to.
import * as documents from './documents.js';
import { element } from './element.js';
import { csv, episodeLink, lower, outcome, page, link, quoted, ranged, save, shortened, when } from './parts.js';
import { verb } from './words.js';

// timeline lists the steps of an episode in their order, of many the first; it sends the event "filled" when it lists more.
export function timeline(desk, e) {
  const made = element('div', {});
  fill(desk, e, made);
  return made;
}

// whole asks for the steps of an episode that are not there yet, and lists all.
export async function whole(desk, e, made) {
  while (e.decisions.length < e.decisionCount || e.events.length < e.eventCount) {
    const { episode: more } = await desk.send(documents.steps, { project: desk.project, key: e.key, decided: e.decisions.length, happened: e.events.length });
    if (more.decisions.length + more.events.length === 0) break;
    e.decisions.push(...more.decisions);
    e.events.push(...more.events);
  }
  fill(desk, e, made);
  made.dispatchEvent(new Event('filled'));
}

function fill(desk, e, made) {
  const steps = ordered([...e.decisions, ...e.events]);
  const all = e.outcomeOccurrence ? [...steps, e.outcomeOccurrence] : steps;
  const cut = e.decisionCount + e.eventCount - steps.length;
  const timed = steps.some((s) => s.at);
  const list = element('ol', { class: 'steps' }, ...all.map((step) => item(desk, e, step, timed)));
  const saved = () => csv(['id', 'at', 'kind', 'type', 'outcome', 'text', 'chosen', 'rationale'], all.map((s) => [s.shortId, s.at, s.kind, s.type, s.outcome, s.content ?? s.context ?? s.label, s.chosen, s.rationale]));
  const more = element('button', { type: 'button', text: `Show all ${steps.length + cut} steps`, onclick: () => desk.try(made, () => whole(desk, e, made)) });
  made.replaceChildren(...[timed || !steps.length ? null : element('p', { class: 'hint', text: 'No step tells its time: they stand in the order of their numbers.' }), list].filter(Boolean),
    element('div', { class: 'tools' }, cut > 0 ? more : null, element('button', { type: 'button', text: 'Save as CSV', onclick: () => save(`${e.key}.csv`, 'text/csv', saved()) })));
}

// ordered puts steps in the order of time; those of unknown time come last, by the numbers of their ids.
function ordered(steps) {
  const number = (step) => Number(/\d+$/.exec(step.shortId)?.[0] ?? Infinity);
  const dated = steps.filter((s) => s.at).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const undated = steps.filter((s) => !s.at).sort((a, b) => number(a) - number(b) || 0);
  return [...dated, ...undated];
}

function item(desk, e, step, timed) {
  const kinds = [lower(step.kind), lower(step.type), step.kind === 'OUTCOME' ? lower(step.outcome) : ''];
  const name = step.kind === 'DECISION' ? `${step.type === 'UNKNOWN' ? '' : `${lower(step.type)} `}decision` : step.kind === 'EVENT' ? (['OTHER', 'UNKNOWN'].includes(step.type) ? 'event' : lower(step.type)) : '';
  const made = element('li', { class: kinds.join(' '), 'data-key': step.key, id: step.shortId, tabindex: '-1' },
    element('div', { class: 'head' }, element('span', { class: 'kind', text: `${step.shortId} ${name}`.trim() }), step.kind === 'OUTCOME' || !timed ? null : when(step.at),
      step.kind === 'DECISION' && step.outcome !== 'UNKNOWN' || step.kind === 'OUTCOME' ? outcome(step.outcome) : null));
  if (step.kind === 'DECISION') made.append(...decision(desk, e, step));
  else if (step.kind === 'EVENT') made.append(text(step.content));
  if (step.factor?.frequency > 1) made.append(element('small', {}, 'also ', link(page('factor', { project: desk.project, key: step.factor.key }), `in ${step.factor.frequency - 1} other episode${step.factor.frequency === 2 ? '' : 's'}`)));
  made.append(...neighbors(desk.project, e, step));
  return made;
}

// text folds what is long.
function text(content) {
  if (content.length <= 400) return element('p', { text: content });
  return element('details', {}, element('summary', { text: shortened(content, 240) }), element('pre', { text: content, tabindex: '0' }));
}

function decision(desk, e, d) {
  const options = d.options.includes(d.chosen) || !d.chosen ? d.options : [...d.options, d.chosen];
  return [
    d.context ? element('p', { text: d.context }) : null,
    options.length ? element('ul', { class: 'options', 'aria-label': 'Options' }, ...options.map((text) => element('li', { class: text === d.chosen ? 'chosen' : null },
      text === d.chosen ? `✓ ${text}` : text, text === d.chosen ? element('span', { class: 'kind', text: ' chosen' }) : null))) : null,
    d.rationale ? element('p', {}, /^because\b/i.test(d.rationale) ? null : element('span', { class: 'kind', text: 'because ' }), d.rationale) : null,
    ask(desk, e, d, options.filter((text) => text !== d.chosen)),
  ].filter(Boolean);
}

// neighbors are the direct causes and effects of a step.
function neighbors(project, e, step) {
  const one = (n, sentence) => element('li', {}, sentence, ' ', link(...elsewhere(project, e, n.occurrence)), ` (${lower(n.link.basis)})`);
  const lines = [...step.causedBy.map((n) => one(n, `← ${backward(n.link)}`)), ...step.leadsTo.map((n) => one(n, `→ ${verb(n.link)}`))];
  return lines.length ? [element('ul', { class: 'links', 'aria-label': 'Causes and effects' }, ...lines)] : [];
}

const backward = ({ relation }) => ({ CAUSES: 'caused by', ENABLES: 'enabled by', PREVENTS: 'prevented by', CORRELATES: 'occurs together with' })[relation] ?? lower(relation);

function elsewhere(project, e, { key, label }) {
  const at = key.lastIndexOf('/');
  const [episode, step] = [key.slice(0, at), key.slice(at + 1)];
  return episode === e.key ? [`#${encodeURIComponent(step)}`, label] : [`${page('episode', { project, key: episode })}#${encodeURIComponent(step)}`, `${label} (${episode})`];
}

// ask offers what another option would have led to, and whether it would have ended so anyway.
function ask(desk, e, d, others) {
  const { project } = desk;
  const answer = element('div', {});
  const target = e.outcome === 'SUCCESS' ? 'outcome=success' : 'outcome=failure';
  const other = element('input', { 'aria-label': 'The other option', list: `${d.shortId}-others`, value: others[0] ?? '', autocomplete: 'off', placeholder: 'another option' });
  const whatIf = async () => {
    const asked = { project, episode: e.key, decision: d.shortId, alternative: other.value.trim(), target };
    const found = (await desk.ask(documents.whatIf, asked, `ask what-if ${[e.key, d.shortId, other.value.trim()].map(quoted).join(' ')} --target ${target} --project ${quoted(project)}`)).whatIf;
    return told(project, found?.status, [figures(found), found?.reason, found?.explain], found?.similar.nodes.map((s) => s.episode) ?? []);
  };
  const wouldHave = async () => {
    const found = (await desk.ask(documents.wouldHave, { project, episode: e.key, remove: d.shortId }, `ask would-have ${quoted(e.key)} --without ${d.shortId} --project ${quoted(project)}`)).counterfactual;
    return told(project, found?.status, [found?.reason, found?.mismatch, found?.explain], []);
  };
  const button = (title, fill) => element('button', { type: 'button', text: title, onclick: async () => {
    answer.replaceChildren(element('p', { role: 'status', text: 'Asking…' }));
    const filled = element('div');
    await desk.try(filled, fill);
    answer.replaceChildren(filled);
  } });
  return element('details', {}, element('summary', { text: 'What if…' }), element('div', { class: 'inline' }, other,
    element('datalist', { id: `${d.shortId}-others` }, ...others.map((value) => element('option', { value }))),
    button('had been chosen?', whatIf), button('Without this decision?', wouldHave),
    d.factor ? link(page('explore', { project, what: 'effect', action: d.factor.variable, target, avoid: e.outcome === 'SUCCESS' ? '' : 'yes' }), 'Compare its options') : null), answer);
}

function figures(found) {
  if (!found?.model) return '';
  const against = found.contrast ? `; the difference to what was chosen: ${ranged(found.contrast.difference)}` : '';
  return `${found.target?.label ?? 'The target'} with it: ${ranged(found.model)}${against}.`;
}

function told(project, status, lines, like) {
  return element('div', { class: 'answer', role: 'status' }, element('strong', { text: status === 'OK' ? 'An estimate under its assumptions' : lower(status) || 'No answer' }),
    ...lines.filter(Boolean).map((line) => element('p', { text: line })),
    like.length ? element('p', {}, 'Episodes that chose it: ', ...like.flatMap((e) => [outcome(e.outcome), ' ', episodeLink(project, e.key), ' '])) : null);
}
