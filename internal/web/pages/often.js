// How many episodes must have a factor to be among the frequent ones of a project.
import * as documents from './documents.js';

const enough = 20; // factors to choose from

// often is the highest of some numbers of episodes that enough factors have, else 2: lists come by key, and the first hundred of many
// factors would not be the most frequent.
export async function often(desk) {
  const found = await desk.send(documents.often, { project: desk.project });
  const numbers = Object.entries(found).filter(([, list]) => (list?.totalCount ?? 0) >= enough).map(([name]) => Number(name.slice('least'.length)));
  return Math.max(2, ...numbers);
}
