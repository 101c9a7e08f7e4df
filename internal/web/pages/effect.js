// Shows the effects of an action's options: a plot of intervals, and a table with the same
// content.
import { element } from './element.js';
import { link, lower, page } from './parts.js';
import { count, figure } from './words.js';

const heads = ['option', 'rank', 'by the model', 'by stratification', 'mere share', 'overlap', 'evidence'];

// showEffects fills the section of effects with an answer, or hides it if there is none.
export function showEffects(section, answer, project) {
  section.hidden = !answer?.options?.length;
  if (section.hidden) return;
  const target = answer.target ?? 'the target';
  section.querySelector('#effects-title').textContent = `How probable ${target} is with each option`;
  const place = section.querySelector('#plot');
  place.replaceChildren(plot(answer.options, target, place.clientWidth));
  section.querySelector('#options').replaceChildren(...table(answer.options, target, project));
  section.querySelector('#adjusted').textContent = answer.adjusted.length
    ? `Adjusted for: ${answer.adjusted.join(', ')}; drawn with a double line.`
    : 'Adjusted for nothing: no recorded cause decides about the action.';
}

// plot is as wide as there is space, so that its texts stay legible.
function plot(options, target, space) {
  const { Plot } = window;
  if (!Plot) return element('p', { text: 'The plot could not be loaded; the table holds the whole answer.' });
  const rows = options.flatMap((o) => [['model', -7], ['stratified', 7]].filter(([kind]) => o.answer[kind]).map(([kind, dy]) => (
    { option: o.option.label, kind, dy, ...o.answer[kind], sure: o.answer.status === 'OK' })));
  const shares = options.filter((o) => o.answer.observed).map((o) => ({ option: o.option.label, value: o.answer.observed.value }));
  const marks = ['model', 'stratified'].flatMap((kind) => [true, false].flatMap((sure) => {
    const of = rows.filter((r) => r.kind === kind && r.sure === sure);
    const shape = { y: 'option', dy: kind === 'model' ? -7 : 7, stroke: sure ? 'var(--measured)' : 'var(--faint)', strokeWidth: 2.5 };
    return [
      Plot.ruleY(of, { ...shape, x1: 'low', x2: 'high', strokeDasharray: sure ? undefined : '5 4' }),
      Plot.dot(of, { ...shape, x: 'value', r: 4.5, fill: kind === 'model' ? shape.stroke : 'var(--panel)' }),
    ];
  }));
  const wide = !space || space > 700;
  const states = new Map(options.map((o) => [o.option.label, o.option.state || o.option.label])); // the variable stands above
  const drawn = Plot.plot({
    className: 'plot', width: wide ? 860 : space, height: 90 + 52 * options.length, marginLeft: wide ? 210 : 120, marginBottom: 50, style: { background: 'transparent', color: 'var(--text)', fontSize: '13px' },
    x: { domain: [0, 1], ticks: wide ? 10 : 5, label: `probability of ${target} →`, labelOffset: 44, grid: true },
    y: { domain: options.map((o) => o.option.label), label: null, axis: null },
    marks: [Plot.axisY({ lineWidth: wide ? 14 : 6.5, tickSize: 0, tickFormat: (label) => states.get(label) }), ...marks, Plot.dot(shares, { x: 'value', y: 'option', symbol: 'times', r: 5, stroke: 'var(--stated)', strokeWidth: 2 })],
  });
  drawn.querySelectorAll('g[aria-label]').forEach((part) => part.removeAttribute('aria-label')); // the table says the same
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', `Intervals of ${options.length} options; the table below says the same`);
  return drawn;
}

function table(options, target, project) {
  const head = element('tr', {}, ...heads.map((text, i) => element('th', { scope: 'col', text, class: i && i < heads.length - 1 ? 'n' : null })));
  return [
    element('caption', { text: `Probability of ${target}, with 95 % intervals` }),
    element('thead', {}, head), element('tbody', {}, ...options.map((o) => row(o, project))),
  ];
}

function row({ option, rank, answer }, project) {
  const cells = [rank ?? '-', ranged(answer.model), ranged(answer.stratified), answer.observed ? figure(answer.observed.value) : '-', figure(answer.overlap)];
  const evidence = [answer.status === 'OK' ? '' : `: ${lower(answer.status)}`, answer.reason, answer.disagree ? 'graph and data disagree' : ''].filter(Boolean).join('; ');
  return element('tr', {}, element('th', { scope: 'row', text: option.label, 'data-head': heads[0] }), ...cells.map((text, i) => element('td', { class: 'n', text, 'data-head': heads[i + 1] })),
    element('td', { 'data-head': heads.at(-1) }, element('span', {}, link(page('factor', { project, key: option.key }), count(answer.observed?.n ?? 0, 'episode')), evidence)));
}

function ranged(estimate) {
  return estimate ? `${figure(estimate.value)} (${figure(estimate.low)} to ${figure(estimate.high)})` : '-';
}
