// Queries the GraphQL endpoint of the service that this page came from.

// Problem is an error that the service returns instead of data.
export class Problem extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

const endpoint = new URL('../graphql', import.meta.url);

// ask returns the data of the answer, or throws a Problem that describes the error. A later
// question of the page cancels an earlier one by its signal.
export async function ask(query, variables, token, signal) {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify({ query, variables }), signal });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem('The service does not answer. Is it still running?', 'UNREACHABLE');
  }
  let answer;
  try {
    answer = await response.json();
  } catch {
    throw new Problem(`The service answered ${response.status} and no JSON.`, 'UNREADABLE');
  }
  if (answer.errors?.length) {
    const { message, extensions } = answer.errors[0];
    const hint = extensions?.hint ? `. ${extensions.hint[0].toUpperCase()}${extensions.hint.slice(1)}.` : '';
    if (extensions?.code === 'UNAUTHENTICATED') {
      throw new Problem(token ? 'The service does not take this token: it is mistyped, has expired or was revoked.' : 'This service asks for an API token: write it into the settings, at the top of the page.', extensions.code);
    }
    throw new Problem(message + hint, extensions?.code);
  }
  return answer.data;
}
