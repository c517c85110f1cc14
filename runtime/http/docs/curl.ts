export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** Query parameters, each sent encoded. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** A JSON body. */
  readonly body?: unknown;
}

/** Returns the request as a command for a POSIX shell. */
export function curlCommand({ method, url, query = [], body }: CurlRequest): string {
  const parts = [`curl ${shellWord(url)}`];
  if (query.length > 0) parts[0] = `curl --get ${shellWord(url)}`;
  else if (method !== (body === undefined ? 'GET' : 'POST')) parts[0] = `curl -X ${method} ${shellWord(url)}`;
  for (const [name, value] of query) parts.push(`--data-urlencode ${shellWord(`${name}=${value}`)}`);
  if (body !== undefined) {
    parts.push(
      "-H 'Content-Type: application/json'",
      `-d ${shellWord(JSON.stringify(body, null, 2).replaceAll('\n', '\n  '))}`,
    );
  }
  return parts.join(' \\\n  ');
}

/** Quotes a text as one word: within single quotes a shell interprets nothing but the closing quote. */
function shellWord(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
