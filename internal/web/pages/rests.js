// What rests on an episode, a link or a session: all that would be gone, or be counted otherwise, without it. It is asked when it is
// opened, because the service works it out as it would delete the thing.
import { element } from './element.js';
import * as documents from './documents.js';
import { copyButton, episodeLink, few, link, page, quoted } from './parts.js';

const titles = {
  EPISODE: 'Episodes', LINK: 'Links', STATEMENT: 'Statements', DECISION: 'Decisions elsewhere that follow from it', FACTOR: 'Factors', FACTOR_LINK: 'Links between factors', PATTERN: 'Patterns',
  APPLICATION: 'Later uses of such patterns',
};
const first = 5; // of each kind; the others are folded

// rests returns what is folded until it is opened; of is the thing as the API takes it, send asks, trying shows a refusal in a place.
export function rests(title, project, of, { send, trying }) {
  const made = element('details', { class: 'rests' }, element('summary', { text: title }));
  made.addEventListener('toggle', () => {
    const asking = element('p', { text: 'Asking…' });
    const filled = element('div', { role: 'status' }, asking);
    made.append(filled);
    trying(filled, async () => {
      try {
        return await all(project, of, send);
      } finally {
        asking.remove();
      }
    });
  }, { once: true });
  return made;
}

// command is what asks on a command line what rests on a thing.
const command = (project, of) => `ask dependents ${flag(of)} --project ${quoted(project)}`;

const flag = (of) => Object.entries(of).map(([kind, name]) => `--${kind} ${quoted(name)}`).join(' ');

const part = async (project, of, send, offset) => (await send(documents.rests, { project, of, offset }, command(project, of))).project?.dependents;

async function all(project, of, send) {
  const found = await part(project, of, send, 0);
  if (!found?.known) return element('p', { text: found?.note ?? 'There is no such project.' });
  const items = [...found.items];
  while (items.length < found.total) {
    const { items: more } = await part(project, of, send, items.length);
    if (more.length === 0) break;
    items.push(...more);
  }
  const takeOut = `causeway retract ${flag(of)} --reason '…' --project ${quoted(project)}`;
  return [
    element('p', { text: found.note }), ...Object.keys(titles).flatMap((k) => listed(project, k, items.filter((i) => i.kind === k))),
    element('p', { class: 'hint', text: 'Nothing else of the memory rests on it. To take it out, for a reason that is kept, and with --undo to bring it back:' }),
    element('div', { class: 'tools' }, element('code', { text: takeOut }), copyButton('Copy the command', () => takeOut)),
  ];
}

function listed(project, kind, items) {
  return items.length ? [element('h3', { text: `${titles[kind]}: ${items.length}` }), ...few(items.map((i) => item(project, i)), first)] : [];
}

// item is the name of a thing, which leads to it, and what becomes of it.
function item(project, { kind, key, falls, text }) {
  const at = text.lastIndexOf(': ');
  const [name, becomes] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)];
  const to = place(project, kind, key);
  const used = kind === 'APPLICATION' ? [' in ', episodeLink(project, key.slice(key.indexOf('/') + 1))] : [];
  return element('li', { class: falls ? 'falls' : null }, to ? link(to, name) : name, ...used, element('small', { text: becomes }));
}

function place(project, kind, key) {
  switch (kind) {
    case 'EPISODE': return page('episode', { project, key });
    case 'LINK': {
      const [from, relation, to] = key.split(' ');
      return page('explore', { project, what: 'steps', from, to, relation });
    }
    case 'DECISION': {
      const cut = key.lastIndexOf('/');
      return `${page('episode', { project, key: key.slice(0, cut) })}#${encodeURIComponent(key.slice(cut + 1))}`;
    }
    case 'FACTOR': return page('factor', { project, key });
    case 'FACTOR_LINK': return page('explore', { project, open: key });
    case 'PATTERN': return page('pattern', { project, key });
    case 'APPLICATION': return page('pattern', { project, key: key.slice(0, key.indexOf('/')) });
    default: return null;
  }
}
