import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createClientAddress, type TrustProxy, trailOf } from './client-address.js';

function addressOf(trust: TrustProxy, peer: string, forwarded?: string): string | undefined {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return createClientAddress(trust)(trailOf(request));
}

test('without trust the header means nothing', () => {
  expect(addressOf(false, '198.51.100.7', '1.2.3.4')).toBe('198.51.100.7');
});

test('an IPv4 client of an IPv6 socket has its own address', () => {
  expect(addressOf(false, '::ffff:198.51.100.7')).toBe('198.51.100.7');
  expect(addressOf(false, '2001:db8::1')).toBe('2001:db8::1');
});

describe('with trust', () => {
  test.each<[TrustProxy, string, string]>([
    [true, '1.1.1.1, 2.2.2.2, 10.0.0.2', '1.1.1.1'],
    [1, '1.1.1.1, 2.2.2.2', '2.2.2.2'],
    [2, '1.1.1.1, 2.2.2.2', '1.1.1.1'],
    [5, '1.1.1.1, 2.2.2.2', '1.1.1.1'],
    [0, '1.1.1.1', '10.0.0.1'],
    ['10.0.0.1', '1.1.1.1, 2.2.2.2', '2.2.2.2'],
    ['10.0.0.0/8', '1.1.1.1, 10.9.9.9', '1.1.1.1'],
    ['uniquelocal', '1.1.1.1, 192.168.1.1, 172.16.0.1', '1.1.1.1'],
    ['loopback', '1.1.1.1', '10.0.0.1'],
    [['loopback', '10.0.0.1/32'], '1.1.1.1, 127.0.0.5', '1.1.1.1'],
    ['0.0.0.0/0', '1.1.1.1, 2.2.2.2', '1.1.1.1'],
    [true, '', '10.0.0.1'],
    [true, ' , ,1.1.1.1', '1.1.1.1'],
    [1, '9.9.9.9, 1.1.1.1:50123', '1.1.1.1'],
    [1, '[2001:db8::7]:50123', '2001:db8::7'],
    [1, '[2001:db8::7]', '2001:db8::7'],
    [1, '2001:db8::7', '2001:db8::7'],
    [1, 'unknown', '10.0.0.1'],
    [true, '{"level":60}, 1.1.1.1', '1.1.1.1'],
    [true, `${'x'.repeat(10_000)}, 1.1.1.1`, '1.1.1.1'],
    [true, '300.1.1.1, 1.1.1.1', '1.1.1.1'],
    ['10.0.0.0/8', '1.1.1.1:50123, 10.9.9.9:443', '1.1.1.1'],
  ])('%j of %j is %s', (trust, forwarded, client) => {
    expect(addressOf(trust, '::ffff:10.0.0.1', forwarded)).toBe(client);
  });

  test('IPv6 proxies are known too', () => {
    expect(addressOf('::/0', 'fd12::1', '2001:db8::7')).toBe('2001:db8::7');
    expect(addressOf('fc00::/7', 'fd12::1', '2001:db8::7')).toBe('2001:db8::7');
  });

  test('a header without one leaves the peer', () => {
    expect(addressOf(true, '10.0.0.1')).toBe('10.0.0.1');
  });
});

test('a call in process has the address that its headers name, where proxies are trusted', () => {
  const inProcess = (trust: TrustProxy, forwarded?: string) =>
    createClientAddress(trust)({ peer: null, forwarded });
  expect(inProcess(false, '1.1.1.1')).toBeUndefined();
  expect(inProcess(1, '9.9.9.9, 1.1.1.1')).toBe('1.1.1.1');
  expect(inProcess('10.0.0.0/8', '9.9.9.9, 1.1.1.1, 10.0.0.1')).toBe('1.1.1.1');
  expect(inProcess(true)).toBeUndefined();
});

test('what is no network says so at start', () => {
  expect(() => createClientAddress('everybody')).toThrow('server.trustProxy: "everybody" is no address');
  expect(() => createClientAddress('10.0.0.0/99')).toThrow('server.trustProxy: "10.0.0.0/99"');
});
