import { expect, test } from 'vitest';
import { coloursFor } from '../terminal/colours.js';
import { prettyLogLine } from './log-line.js';

const plain = coloursFor({ isTTY: false }, {});
const time = new Date(2026, 10, 21, 9, 5, 7).getTime();

function pretty(record: object): string {
  return prettyLogLine(JSON.stringify(record), plain);
}

test('a request is time, method, path, status and duration', () => {
  const record = {
    level: 30,
    time,
    requestId: 'x',
    method: 'GET',
    path: '/api/posts',
    status: 200,
    ms: 12.34,
    bytes: 9,
  };
  expect(pretty(record)).toBe('09:05:07 GET    /api/posts 200 12 ms');
  expect(pretty({ ...record, ms: 0.42 })).toBe('09:05:07 GET    /api/posts 200 0.4 ms');
});

test('an error has its message and stack', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at hook' };
  expect(pretty({ level: 50, time, method: 'POST', path: '/api/posts', err, msg: 'request failed' })).toBe(
    '09:05:07 request failed POST /api/posts \nError: no\n    at hook',
  );
});

test('colours tell the status apart', () => {
  const colours = coloursFor({ isTTY: true }, {});
  const statuses = [200, 404, 500].map((status) =>
    prettyLogLine(JSON.stringify({ level: 30, time, status }), colours),
  );
  expect(statuses.map((line) => line.includes('\u001b[32m200'))).toEqual([true, false, false]);
  expect(statuses.map((line) => line.includes('\u001b[33m404'))).toEqual([false, true, false]);
  expect(statuses.map((line) => line.includes('\u001b[31m500'))).toEqual([false, false, true]);
});

test.each(['a line of console.log', '{ not json', '{"level":"high"}', '[]', 'null', ''])(
  'what is no log record is shown as it is: %s',
  (line) => {
    expect(prettyLogLine(line, plain)).toBe(line);
  },
);
