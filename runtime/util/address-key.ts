import { isIPv4, isIPv6 } from 'node:net';

/**
 * What a client's address is counted by: an IPv4 address as it is, also when it comes mapped into IPv6, and
 * an IPv6 address by its /64, the least that one customer is given (RFC 6177): counted singly, each customer
 * would have 2^64 addresses. Anything else, such as the id of an API key, stays as it is.
 */
export function addressKey(address: string): string {
  // Nearly every key leaves here.
  if (!address.includes(':')) return address;
  const plain = withoutZone(address);
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  if (isMapped(groups)) return dotted(groups);
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The network that an address is likely to share with others of one sender: a /24 of IPv4, the least that is
 * routed by itself, and a /48 of IPv6, what one site is given (RFC 6177). Anything else stays as it is.
 */
export function networkKey(address: string): string {
  const plain = withoutZone(address);
  const groups = isIPv6(plain) ? groupsOf(plain) : null;
  const ipv4 = groups === null ? plain : isMapped(groups) ? dotted(groups) : null;
  if (ipv4 !== null) return isIPv4(ipv4) ? ipv4.replace(/\d+$/, '0/24') : address;
  return `${groups
    ?.slice(0, 3)
    .map((group) => group.toString(16))
    .join(':')}::/48`;
}

/** `fe80::1%eth0` */
function withoutZone(address: string): string {
  const at = address.indexOf('%');
  return at === -1 ? address : address.slice(0, at);
}

/** The eight numbers of an address, whichever way it is written. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const before = numbersIn(head);
  const after = numbersIn(tail ?? '');
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function numbersIn(part: string): readonly number[] {
  if (part === '') return [];
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? pairsOf(group) : [Number.parseInt(group, 16)]));
}

/** The two groups of an IPv4 address at the end. */
function pairsOf(ipv4: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** `::ffff:0:0/96` (RFC 4291, section 2.5.5.2). */
function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

function dotted(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}
