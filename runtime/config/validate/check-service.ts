/** Checks the options of the service other than its collections and globals. */
import { BlockList, isIP } from 'node:net';
import type { ServiceConfig } from '../service-config.js';
import { admin } from './check-admin.js';
import { auth } from './check-auth.js';
import { database } from './check-database.js';
import { email } from './check-email.js';
import { openapi } from './check-openapi.js';
import { storage, storages } from './check-storage.js';
import { uploads } from './check-upload.js';
import {
  type Check,
  distinct,
  flag,
  isText,
  listOf,
  must,
  objectOf,
  oneOf,
  wholeNumber,
  words,
} from './checks.js';
import { showValue } from './show-value.js';
import { isOrigin, parsedUrl } from './web-address.js';

/** URL of the API, without parts that would be lost when paths are appended. */
export const baseUrl: Check = (value, place, problems) => {
  const example = 'such as https://example.com';
  const url = typeof value === 'string' ? parsedUrl(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    problems.add(place, `must be an http or https address, ${example}, not ${showValue(value)}`);
  } else if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    problems.add(place, `must have no query, fragment or credentials, ${example}`);
  }
};

export const port: Check = wholeNumber(0, 65_535);

export const host: Check = (value, place, problems) => {
  if (typeof value === 'string' && /^[^\s/]+$/.test(value) && !/^\[/.test(value)) return;
  problems.add(place, `must be an address or name to listen on, such as 127.0.0.1, not ${showValue(value)}`);
};

const rangeNames = ['loopback', 'linklocal', 'uniquelocal'];

const proxyAddress: Check = (value, place, problems) => {
  if (typeof value === 'string' && value.split(',').every((part) => isAddressRange(part.trim()))) return;
  const what = `an IP address, a subnet (10.0.0.0/8) or ${rangeNames.join(', ')}`;
  problems.add(place, `must be ${what}, not ${showValue(value)}`);
};

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (more.length > 0) return false;
  if (bits === undefined) return rangeNames.includes(address) || isIP(address) !== 0;
  return isIP(address) !== 0 && /^\d+$/.test(bits) && isPrefix(address, Number(bits));
}

function isPrefix(address: string, bits: number): boolean {
  try {
    new BlockList().addSubnet(address, bits, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    return true;
  } catch {
    // Outside the range of the address family.
    return false;
  }
}

const hops = wholeNumber(0, 100);

/** Which proxies may set the client's address. */
export const trustProxy: Check = (value, place, problems) => {
  if (typeof value === 'boolean') return;
  if (typeof value === 'number') hops(value, place, problems);
  else if (Array.isArray(value)) listOf(proxyAddress)(value, place, problems);
  else proxyAddress(value, place, problems);
};

const origin: Check = (value, place, problems) => {
  if (value === '*' || (typeof value === 'string' && isOrigin(value))) return;
  const url = typeof value === 'string' ? parsedUrl(value) : null;
  const own = url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
  const what = 'must be an origin, such as https://example.com or "*"';
  problems.add(place, `${what}, not ${showValue(value)}`, own);
};

const cors: Check = objectOf({ options: { origins: distinct(listOf(origin)) } });

/** Timers of Node take 31 bits. */
const maxTimeout = 2 ** 31 - 1;

/** A reader process needs some tens of milliseconds before it can do any work. */
export const longReadTimeout: Check = wholeNumber(100, maxTimeout);

export const slowReadThreshold: Check = wholeNumber(0, maxTimeout);

const entry: Check = must(
  'the path of a module, such as ./server.ts',
  (value) => isText(value) && /[^/\\]\.[cm]?[jt]sx?$/.test(value),
);

const server: Check = objectOf({
  options: {
    entry,
    port,
    host,
    trustProxy,
    cors,
    requestTimeout: wholeNumber(0, maxTimeout),
    longReadTimeout,
    slowReadThreshold,
    metrics: flag,
  },
});

/** The longest string of a JavaScript engine has half a gibibyte. */
const maxBodyBytes = 2 ** 28;

const limits: Check = objectOf({
  options: {
    maxLimit: wholeNumber(1),
    maxDepth: wholeNumber(0, 100),
    bodyBytes: wholeNumber(1, maxBodyBytes),
    bulkOperations: wholeNumber(1, 10_000),
    bulkBytes: wholeNumber(1, maxBodyBytes),
    answerCache: wholeNumber(0),
  },
});

const output: Check = must('the path of a folder', (value) => isText(value) && value.trim() !== '');

const sdk: Check = objectOf({ options: { emit: oneOf(['js', 'ts']) } });

/** Options of the config other than `collections`, `globals` and `routes`. */
export const serviceOptions: Readonly<
  Record<Exclude<keyof ServiceConfig, 'collections' | 'globals' | 'routes'>, Check>
> = {
  name: words,
  baseUrl,
  output,
  db: database,
  storage,
  storages,
  uploads,
  auth,
  email,
  admin,
  sdk,
  openapi,
  limits,
  server,
};
