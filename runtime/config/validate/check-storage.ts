/** Checks where files are kept. Messages never contain what may be a secret. */
import { isIP } from 'node:net';
import {
  type Check,
  callback,
  flag,
  isPlainObject,
  isText,
  must,
  objectOf,
  oneOf,
  type PlainObject,
} from './checks.js';
import { inside, type Place, type Problems } from './problem.js';
import { showValue } from './show-value.js';
import { parsedUrl } from './web-address.js';

const folder = must('the path of a folder', (path) => isText(path) && path.trim() !== '');

const local = objectOf({ options: { kind: oneOf(['local']), dir: folder }, required: ['dir'] });

const bucketName = must(
  'the name of a bucket: 3 to 63 lower-case letters, digits, "-" and "."',
  (name) => isText(name) && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name),
);

const region = must(
  'the name of a region, such as "eu-central-1"',
  (name) => isText(name) && /^[a-z0-9-]{1,63}$/.test(name),
);

const endpoint: Check = (value, place, problems) => {
  const example = 'such as https://s3.example.com';
  const url = typeof value === 'string' ? parsedUrl(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    problems.add(place, `must be an http or https address, ${example}`);
  } else if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    problems.add(place, `must have no query, fragment or credentials, ${example}`);
  }
};

/** A config is generated where a credential is not set. It is required when a server starts. */
const credential: Check = (value, place, problems) => {
  if (!isText(value) || /[\s\p{Cc}]/u.test(value)) problems.add(place, 'must be text without spaces');
};

const prefix = must(
  'a path of letters, digits, ".", "_" and "-", such as "shop/production"',
  (path) =>
    isText(path) && path.length <= 200 && /^[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*$/.test(path),
);

/** Keys are appended to it. */
const publicUrl: Check = (value, place, problems) => {
  const example = 'such as https://cdn.example.com/files';
  const url = typeof value === 'string' ? parsedUrl(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.host.includes('*')) {
    problems.add(place, `must be an http or https address, ${example}, not ${showValue(value)}`);
  } else if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    problems.add(place, `must have no query, fragment or credentials, ${example}`);
  }
};

const bucket = objectOf({
  options: {
    kind: oneOf(['s3']),
    bucket: bucketName,
    region,
    endpoint,
    pathStyle: flag,
    accessKeyId: credential,
    secretAccessKey: credential,
    prefix,
    redirect: flag,
    publicUrl,
  },
  required: ['bucket'],
});

const custom = objectOf({
  options: { kind: oneOf(['custom']), open: callback, publicUrl },
  required: ['open'],
});

/** The place of files. */
export const storage: Check = (value, place, problems) => {
  if (isPlainObject(value) && value['kind'] === 'local') local(value, place, problems);
  else if (isPlainObject(value) && value['kind'] === 's3') {
    bucket(value, place, problems);
    checkHost(value, place, problems);
  } else if (isPlainObject(value) && value['kind'] === 'custom') custom(value, place, problems);
  else {
    problems.add(
      place,
      `must be made by localStorage(), s3Storage() or customStorage(), not ${showValue(value)}`,
    );
  }
};

/** A bucket cannot be part of an IP address. */
function checkHost({ endpoint: address, pathStyle }: PlainObject, place: Place, problems: Problems): void {
  if (typeof address !== 'string' || pathStyle === true) return;
  const host = parsedUrl(address)?.hostname ?? '';
  if (isIP(host.replace(/^\[|\]$/g, '')) === 0) return;
  problems.add(inside(place, 'pathStyle'), 'must be true where the endpoint is an IP address');
}

export const storages: Check = (value, place, problems) => {
  if (!isPlainObject(value)) {
    problems.add(place, `must be an object of places by name, not ${showValue(value)}`);
    return;
  }
  for (const [name, one] of Object.entries(value)) {
    const at = inside(place, name);
    if (!/^[a-z][a-z0-9_-]{0,62}$/.test(name)) {
      problems.add(at, 'must have a name of lower-case letters, digits, "-" and "_", starting with a letter');
    }
    storage(one, at, problems);
  }
};
