import { expect, test } from 'vitest';
import { splitTarget } from './request-target.js';

test.each([
  ['/api/posts', '/api/posts', ''],
  ['/api/posts?a=1&b=2', '/api/posts', 'a=1&b=2'],
  ['/api/posts?', '/api/posts', ''],
  ['/api/posts?a=?', '/api/posts', 'a=?'],
  ['//host/path', '//host/path', ''],
  ['/a/../b', '/a/../b', ''],
  ['http://host:80/path?q', '/path', 'q'],
  ['HTTPS://user@host/path', '/path', ''],
  ['http://host', '/', ''],
  ['http://host?q', '/', 'q'],
  ['*', '*', ''],
  ['host:443', 'host:443', ''],
  ['', '', ''],
])('%s is the path %s and the search %j', (target, path, search) => {
  expect(splitTarget(target)).toMatchObject({ path, search });
});
