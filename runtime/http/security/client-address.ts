import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** As in the config: the proxies whose `X-Forwarded-For` is trusted. */
export type TrustProxy = boolean | number | string | readonly string[];

/** What a request says about its origin. */
export interface AddressTrail {
  /**
   * The remote end of the connection; null for a call in process without an address, where the caller is this
   * very process.
   */
  readonly peer: string | undefined | null;
  /** `X-Forwarded-For`. */
  readonly forwarded: string | string[] | undefined;
}

/** Returns the address of the client that sent the request. */
export type ClientAddress = (trail: AddressTrail) => string | undefined;

/** Returns the addresses that a request over a connection gives. */
export function trailOf(request: IncomingMessage): AddressTrail {
  return { peer: peerAddress(request), forwarded: request.headers['x-forwarded-for'] };
}

/**
 * Reads `X-Forwarded-For` from the right, hop by hop, as long as the hop is trusted; the first that is not is
 * the client. Without trust the header is ignored: any client could set it, and evade limits that count by
 * address.
 *
 * Not proxy-addr, measured: its test of networks takes the same 4 microseconds, and the rest of it keeps
 * ports and texts that are no address.
 */
export function createClientAddress(trust: TrustProxy): ClientAddress {
  const trusted = trustFunction(trust);
  if (!trusted) return ({ peer }) => peer ?? undefined;

  return function clientAddress({ peer, forwarded }) {
    const hops =
      typeof forwarded === 'string'
        ? forwarded
            .split(',')
            .map((hop) => withoutPort(hop.trim()))
            .filter(Boolean)
        : [];
    let address = peer;
    for (let distance = 0; isTrusted(address, distance); distance += 1) {
      const before = hops.pop();
      // A text that is no address was made up by a client. It is neither used to count requests nor
      // stored.
      if (before === undefined || familyOf(before) === null) break;
      address = before;
    }
    return address ?? undefined;
  };

  function isTrusted(address: string | undefined | null, distance: number): boolean {
    if (address === null) return true;
    if (address === undefined) return false;
    return trusted?.(address, distance) ?? false;
  }
}

function peerAddress(request: IncomingMessage): string | undefined {
  const { remoteAddress } = request.socket;
  return remoteAddress === undefined ? undefined : withoutMapping(remoteAddress);
}

/** A socket that listens on IPv6 shows IPv4 clients as `::ffff:10.0.0.1`. */
function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/**
 * Removes the port that some proxies write (`1.2.3.4:50123`, `[::1]:443`): with it every connection would
 * count as a client of its own.
 */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([^:]*):\d+$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

type TrustFunction = (address: string, distance: number) => boolean;

/**
 * Returns which proxies are trusted; null for none. Express takes this too, since its own list refuses a
 * network of all addresses.
 */
export function trustFunction(trust: TrustProxy): TrustFunction | null {
  if (trust === false) return null;
  if (trust === true) return () => true;
  if (typeof trust === 'number') return (_, distance) => distance < trust;
  const list = trustedNetworks(
    typeof trust === 'string' ? trust.split(',').map((item) => item.trim()) : trust,
  );
  return (address) => includes(list, address);
}

/** Express' names for networks that are not reachable from the internet. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function trustedNetworks(items: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of items.flatMap((item) => named[item] ?? [item])) {
    const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
    const family = familyOf(address);
    const most = family === 'ipv4' ? 32 : 128;
    if (!family || Number(bits ?? 0) > most) throw unknownNetwork(network);
    list.addSubnet(address, bits === undefined ? most : Number(bits), family);
  }
  return list;
}

function unknownNetwork(network: string): Error {
  const names = Object.keys(named).join(', ');
  return new Error(
    `server.trustProxy: ${JSON.stringify(network)} is no address, network or known name (${names}).`,
  );
}

function includes(list: BlockList, address: string): boolean {
  const plain = withoutMapping(address);
  const family = familyOf(plain);
  return family !== null && list.check(plain, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}
