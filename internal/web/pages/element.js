// Makes elements. Texts are set as text nodes, so the content of episodes is never parsed as
// HTML.
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key === 'text') made.textContent = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((c) => c !== null && c !== undefined));
  return made;
}

// byID returns what a page has under an id, one the first that a selector finds, every all of it: elements of any kind.
/** @type {(id: string) => any} */
export const byID = (id) => document.getElementById(id);
/** @type {(selector: string, within?: ParentNode) => any} */
export const one = (selector, within = document) => within.querySelector(selector);
/** @type {(selector: string, within?: ParentNode) => any[]} */
export const every = (selector, within = document) => [...within.querySelectorAll(selector)];

// arrows makes the arrow keys, Home and End move between the buttons of a list.
export function arrows(list) {
  list.addEventListener('keydown', (event) => {
    const buttons = [...list.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || !buttons[to]) return;
    event.preventDefault();
    buttons[to].focus();
  });
}
