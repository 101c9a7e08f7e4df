// Shows the evidence of a link or a pattern: its counts, and the episodes for and against it.
import { element } from './element.js';
import * as queries from './queries.js';
import { basis, count, figure, flags, strength, verb } from './words.js';

const cells = { BOTH: 'both', SOURCE_ONLY: 'the source only', TARGET_ONLY: 'the target only', NEITHER: 'neither' };

export class EvidencePanel {
  // asking sends a query about the project; resting returns a part that lists what rests on a thing; close is called after the panel
  // was closed.
  constructor(panel, asking, resting, close) {
    this.panel = panel;
    this.asking = asking;
    this.resting = resting;
    this.closed = close;
    panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      this.close();
    });
  }

  close() {
    if (this.panel.hidden) return;
    const { key } = this;
    this.hide();
    this.closed(key);
  }

  hide() {
    this.key = null;
    this.panel.hidden = true;
    this.panel.replaceChildren();
  }

  // open shows the evidence of a link; it returns a summary for screen readers.
  async open(key) {
    this.key = key;
    const answer = await this.asking(queries.evidence, { key });
    if (this.key !== key) return '';
    if (!answer) {
      this.hide();
      return '';
    }
    const link = answer.factorLink;
    if (!link) {
      this.hide();
      return 'This link is not there any more; draw again.';
    }
    link.episodes = link.evidence.total;
    const more = (name) => async (after) => (await this.asking(queries.evidence, { key: link.key, [name]: after }))?.factorLink?.[name];
    const side = (name, title) => this.side(title, link[name], more(name), placed);
    this.panel.replaceChildren(
      element('button', { class: 'close', type: 'button', onclick: () => this.close(), text: 'Close' }),
      element('h2', { id: 'evidence-title', text: `${link.source.label} ${verb(link)} ${link.target.label}` }),
      element('p', { text: link.explain }),
      ...flags(link).map((flag) => element('p', { class: 'flag', text: `Beware: ${flag}.` })),
      figures(link),
      table(link),
      element('div', { class: 'columns' }, side('supporting', 'Episodes that support it'), side('contradicting', 'Episodes that contradict it')),
    );
    this.show();
    return `Evidence: ${count(link.supporting.totalCount, 'episode')} for the link, ${link.contradicting.totalCount} against it.`;
  }

  // openStated shows a link between two occurrences, which one episode states; it returns a summary for
  // screen readers.
  openStated(link, title) {
    this.key = link.key;
    const said = [['Why it is believed', basis(link)], ['Confidence of the writer', figure(link.confidence)], ['Note', link.note ?? 'none']];
    this.panel.replaceChildren(
      element('button', { class: 'close', type: 'button', onclick: () => this.close(), text: 'Close' }),
      element('h2', { id: 'evidence-title', text: title }),
      element('table', {}, element('tbody', {}, ...said.map(([name, value]) => element('tr', {}, element('th', { scope: 'row', text: name }), element('td', { text: value }))))),
      element('h3', { text: 'The episode that states it' }), element('ul', { class: 'episodes' }, this.item({ episode: link.episode }, link.episode.outcome.toLowerCase())),
      this.resting({ link: `${link.source} ${link.relation} ${link.target}` }),
    );
    this.show();
    return `Evidence: stated by ${link.episode.key}.`;
  }

  // openTrials shows the trials of a pattern in a period; it returns a summary for screen
  // readers.
  async openTrials({ key, name }, period) {
    this.key = period.key;
    const { since, until } = period;
    const asked = async (after) => (await this.asking(queries.patternEvidence, { key, since, until, ...after }));
    const answer = await asked({});
    if (this.key !== period.key) return '';
    const found = answer?.pattern;
    if (!found) {
      this.hide();
      return answer ? 'This pattern is not there any more; draw again.' : '';
    }
    const side = (kind, title) => this.side(title, found[kind], async (after) => (await asked({ [kind]: after }))?.pattern?.[kind], tried);
    this.panel.replaceChildren(
      element('button', { class: 'close', type: 'button', onclick: () => this.close(), text: 'Close' }),
      element('h2', { id: 'evidence-title', text: `Trials of “${name}”: ${period.name}` }),
      element('div', { class: 'columns' }, side('supporting', 'Succeeded'), side('contradicting', 'Failed'), side('unclear', 'Outcome unknown')),
    );
    this.show();
    return `Evidence: ${count(found.supporting.totalCount, 'trial')} succeeded, ${found.contradicting.totalCount} failed, of ${found.unclear.totalCount} the outcome is unknown.`;
  }

  show() {
    this.panel.hidden = false;
    this.panel.focus();
  }

  // side lists one kind of evidence, ten episodes at a time: further loads the next page, and
  // telling describes an episode.
  side(title, first, further, telling) {
    const list = element('ul', { class: 'episodes', 'aria-label': title });
    const more = element('button', { type: 'button', text: 'Show more' });
    const add = (page) => {
      list.append(...page.edges.map(({ node }) => this.item(node, telling(node))));
      more.hidden = !page.pageInfo.hasNextPage;
      more.onclick = async () => {
        const next = await further(page.pageInfo.endCursor);
        if (!next) return;
        const from = list.children.length;
        add(next);
        list.children[from]?.querySelector('button').focus();
      };
    };
    add(first);
    const none = first.totalCount === 0 ? element('p', { text: 'None.' }) : null;
    return element('section', {}, element('h3', { text: `${title}: ${first.totalCount}` }), none, list, more);
  }

  // item is an episode; its button opens its decisions and events.
  item(node, told) {
    const button = element('button', { class: 'open', type: 'button', 'aria-expanded': 'false', text: node.episode.key });
    const item = element('li', {}, button, element('span', { text: ` (${told})` }), element('div', { text: node.episode.task }));
    button.addEventListener('click', async () => {
      const open = item.querySelector('.episode');
      if (open) open.remove();
      else {
        const answer = await this.asking(queries.episode, { key: node.episode.key });
        if (!answer || item.querySelector('.episode')) return;
        item.append(episode(answer.episode, answer.variables));
      }
      button.setAttribute('aria-expanded', String(!open));
    });
    return item;
  }
}

// placed describes what an episode says about a link.
function placed(node) {
  const place = node.cell ? `has ${cells[node.cell] ?? node.cell}` : 'not compared';
  return [place, node.basis ? basis({ bases: [node.basis] }) : null, node.episode.outcome.toLowerCase()].filter(Boolean).join(', ');
}

// tried describes how an episode is a trial of a pattern.
function tried({ seen, observed, application, episode: { outcome } }) {
  const applied = application ? ['applied', application.outcome?.toLowerCase(), application.note].filter(Boolean).join(': ') : null;
  return [seen?.slice(0, 10) ?? 'time unknown', observed ? 'seen in the episode' : null, applied, `the episode: ${outcome.toLowerCase()}`].filter(Boolean).join(', ');
}

function figures(link) {
  const range = (e) => (e ? `${figure(e.value)} (${figure(e.low)} to ${figure(e.high)})` : 'unknown');
  const rows = [
    ['Why it is believed', basis(link)],
    ['Strength', strength(link)],
    ['Difference that the source makes', range(link.deltaP)],
    ['Probability of the target with the source', range(link.posterior)],
    ['Confidence', figure(link.confidence)],
    ['Source first, target first', `${link.forward}, ${link.backward}`],
    ['Stated by', `${count(link.evidence.total, 'episode')}, ${count(link.statements, 'statement')}`],
    ['Seen', link.firstSeen ? `${link.firstSeen.slice(0, 10)} to ${link.lastSeen.slice(0, 10)}` : 'unknown'],
  ];
  const body = element('tbody', {}, ...rows.map(([name, value]) => element('tr', {}, element('th', { scope: 'row', text: name }), element('td', { text: value }))));
  return element('table', {}, element('caption', { text: 'What the counts say' }), body);
}

function table(link) {
  const line = (name, ...cells) => element('tr', {}, element('th', { scope: 'row', text: name }), ...cells.map((n) => element('td', { class: 'n', text: n })));
  const head = element('thead', {}, element('tr', {}, element('td'), ...['with the target', 'without the target'].map((text) => element('th', { scope: 'col', text }))));
  return element('table', {}, element('caption', { text: `${count(link.compared, 'episode')} compare the two` }), head,
    element('tbody', {}, line('with the source', link.both, link.sourceOnly), line('without the source', link.targetOnly, link.neither)));
}

// listed is a list of which the first items are shown, and how many more there are.
function listed(items, all) {
  if (!items.length) return element('p', { text: 'None.' });
  const more = all > items.length ? [element('li', { text: `and ${all - items.length} more; the query below gives them with offset` })] : [];
  return element('ul', {}, ...items, ...more);
}

// episode is the text of an episode, with the query that returns it.
function episode(e, variables) {
  if (!e) return element('div', { class: 'episode', text: 'This episode is not there any more.' });
  const decisions = e.decisions.map((d) => element('li', { text: `${d.at ?? 'time unknown'}: ${d.context ? `${d.context}: ` : ''}chose “${d.chosen ?? '?'}”`
    + `${d.options?.length ? ` of ${d.options.join(' | ')}` : ''}${d.rationale ? `, because ${d.rationale}` : ''} (${d.outcome.toLowerCase()})` }));
  const events = e.events.map((v) => element('li', { text: `${v.at ?? 'time unknown'}: ${v.type.toLowerCase()}: ${v.content}` }));
  const text = `${queries.episode}\n\n# variables\n${JSON.stringify(variables, null, 2)}`;
  const copied = element('span', { role: 'status' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      copied.textContent = ' Copied.';
    } catch {
      copied.textContent = ' The browser does not let the page copy; mark the text.';
    }
  };
  return element('div', { class: 'episode' },
    element('p', { text: e.task }), element('p', { text: `Began ${e.startedAt ?? 'at an unknown time'}, outcome ${e.outcome.toLowerCase()}.` }),
    element('h4', { text: 'Decisions' }), listed(decisions, e.decisionCount),
    element('h4', { text: 'Events' }), listed(events, e.eventCount),
    element('details', {}, element('summary', { text: 'The GraphQL query for this episode' }),
      element('pre', { text, tabindex: '0' }), element('button', { type: 'button', text: 'Copy the query', onclick: copy }), copied));
}
