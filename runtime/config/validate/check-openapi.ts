import {
  type Check,
  distinct,
  flag,
  isPlainObject,
  isText,
  listOf,
  must,
  objectOf,
  words,
} from './checks.js';
import { showValue } from './show-value.js';
import { parsedUrl } from './web-address.js';

const address: Check = (value, place, problems) => {
  const url = typeof value === 'string' ? parsedUrl(value) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return;
  const example = 'such as https://example.com';
  problems.add(place, `must be an http or https address, ${example}, not ${showValue(value)}`);
};

const mailbox: Check = must(
  'an email address such as api@example.com',
  (value) => isText(value) && /^[^\s@<>]+@[^\s@<>]+$/.test(value),
);

const contact: Check = (value, place, problems) => {
  objectOf({ options: { name: words, url: address, email: mailbox } })(value, place, problems);
  if (isPlainObject(value) && Object.keys(value).length === 0)
    problems.add(place, 'must have a name, url or email');
};

const tags: Check = (value, place, problems) => {
  distinct(listOf(words))(value, place, problems);
  if (Array.isArray(value) && value.length === 0)
    problems.add(place, 'must name at least one tag; without it all collections and globals are in');
};

const publicDocument: Check = (value, place, problems) => {
  if (isPlainObject(value)) objectOf({ options: { tags } })(value, place, problems);
  else flag(value, place, problems);
};

/** Checks `openapi`. Whether its tags exist is known when the document is made. */
export const openapi: Check = (value, place, problems) => {
  objectOf({ options: { contact, public: publicDocument } })(value, place, problems);
};
