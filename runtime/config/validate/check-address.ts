/** URLs of servers. Messages never contain the value: it may hold a password. */
import type { Check } from './checks.js';
import { parsedUrl } from './web-address.js';

export const redisAddress: Check = (value, place, problems) => {
  const issue = typeof value === 'string' ? redisFault(value) : 'must be text';
  if (issue === null) return;
  problems.add(place, `${issue}; write redis://user:password@host:6379/0, or rediss:// for TLS`);
};

export const postgresAddress: Check = (value, place, problems) => {
  const issue = typeof value === 'string' ? postgresFault(value) : 'must be text';
  if (issue !== null) problems.add(place, `${issue}; write postgres://user:password@host:5432/database`);
};

function redisFault(value: string): string | null {
  const url = parsedUrl(value);
  if (url === null || !/^rediss?:$/.test(url.protocol)) return 'must be the address of a Redis server';
  if (url.hostname === '') return 'names no host';
  if (url.search !== '' || url.hash !== '') return 'must have no query and no fragment';
  if (!/^\/?\d*$/.test(url.pathname)) return 'must end with the number of a database';
  return credentialIssue(url);
}

function postgresFault(value: string): string | null {
  const url = parsedUrl(value);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol))
    return 'must be the address of a PostgreSQL server';
  if (url.pathname.length < 2) return 'names no database';
  return credentialIssue(url);
}

function credentialIssue({ username, password }: URL): string | null {
  if (isEncoded(username) && isEncoded(password)) return null;
  return 'has a user or password with an invalid percent encoding';
}

function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
