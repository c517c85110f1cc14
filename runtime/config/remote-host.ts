/** Entries of `fromUrl.hosts`: `example.com`, `*.example.com`, `http://legacy.example.com`, each with a port. */

/** A host that files may be fetched from. */
export interface RemoteHost {
  readonly protocol: 'http:' | 'https:';
  /** In lower case; of `*.example.com` the part after the star, with its dot. */
  readonly name: string;
  /** Whether only names that end with it are meant, not the name itself. */
  readonly isWildcard: boolean;
  /** Empty for that of the protocol. */
  readonly port: string;
}

const entryPattern = /^(http:\/\/)?(\*\.)?((?:[a-z0-9-]+\.)*[a-z0-9-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/;

/** The host that an entry of the config means; null for any other text. */
export function parseRemoteHost(entry: string): RemoteHost | null {
  const [all, plain, star, name = '', port = ''] = entryPattern.exec(entry) ?? [];
  if (all === undefined) return null;
  const protocol = plain === undefined ? 'https:' : 'http:';
  const isDefault = port === (protocol === 'https:' ? '443' : '80');
  return {
    protocol,
    name: star === undefined ? name : `.${name}`,
    isWildcard: star !== undefined,
    port: isDefault ? '' : port,
  };
}

/** Whether one of the hosts is that of an address. */
export function isListed({ protocol, hostname, port }: URL, hosts: readonly RemoteHost[]): boolean {
  const name = hostname.replace(/\.$/, '');
  return hosts.some(
    (host) =>
      host.protocol === protocol &&
      host.port === port &&
      (host.isWildcard ? name.endsWith(host.name) : name === host.name),
  );
}
