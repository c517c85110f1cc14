/** Which addresses belong to the public internet: a server must not fetch from its own network for others. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Not public in IPv4: IANA's registry of special addresses, and metadata services in public ranges. */
const closedV4 = blockList('ipv4', [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Azure's service for virtual machines.
  '168.63.129.16/32',
]);

/** Public addresses of IPv6. */
const openV6 = blockList('ipv6', ['2000::/3']);

/** What is not, among these: of protocols such as Teredo and 6to4, which lead to others, and of documents. */
const closedV6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Whether a connection to the address leaves for the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closedV4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  const embedded = embeddedV4(address);
  if (embedded !== null) return isPublicAddress(embedded);
  return openV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6');
}

/** The address of IPv4 in one that is mapped (`::ffff:0:0/96`) or translated (NAT64, `64:ff9b::/96`). */
function embeddedV4(address: string): string | null {
  const groups = groupsOf(address);
  const [first, second] = groups;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const isTranslated =
    first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((group) => group === 0);
  if (!isMapped && !isTranslated) return null;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an address. The parser of URLs writes an embedded one of IPv4 as groups too. */
function groupsOf(address: string): readonly number[] {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = plain.split('::');
  const parse = (text: string): readonly number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [start, end] = [parse(before), parse(after ?? '')];
  return [...start, ...new Array<number>(8 - start.length - end.length).fill(0), ...end];
}

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', bits = ''] = subnet.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}
