import { expect, test } from 'vitest';
import { deviceOf } from './device.js';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`,
    'Chrome 131',
    'Windows',
    'computer',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.70`,
    'Edge 131',
    'Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    'Firefox 128',
    'Linux',
    'computer',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15',
    'Safari 17',
    'macOS',
    'computer',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari 17',
    'iOS',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1',
    'Chrome 131',
    'iOS',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 15_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1',
    'Safari 15',
    'iPadOS',
    'tablet',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`,
    'Chrome 131',
    'Android',
    'phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-X200) ${webkit} SamsungBrowser/23.0 Chrome/115.0.0.0 Safari/537.36`,
    'Samsung Internet 23',
    'Android',
    'tablet',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/131.0.0.0 Safari/537.36`,
    'Chrome 131',
    'Linux',
    'computer',
  ],
  ['curl/8.5.0', 'curl 8', null, 'program'],
  ['node', 'Node.js', null, 'program'],
  ['Something/1.0 of mine', null, null, 'unknown'],
  ['', null, null, 'unknown'],
  [null, null, null, 'unknown'],
])('%s', (userAgent, browser, system, kind) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system, kind });
});
