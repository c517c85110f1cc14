export interface PostgresLocation {
  readonly kind: 'postgres';
  readonly url: string;
  readonly pool?: { readonly min?: number; readonly max?: number } | undefined;
}

/** Describes a database server: `PostgreSQL at db.example.com:5432, database shop`. */
export function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  const host = hostname === '' ? 'localhost' : hostname;
  const database = pathname.length > 1 ? `, database ${decodeURIComponent(pathname.slice(1))}` : '';
  return `PostgreSQL at ${host}:${port === '' ? 5432 : port}${database}`;
}

/**
 * The host that a client connects to. As in `pg`, a parameter `host` overrides the host in front of the path,
 * and `PGHOST` is used where neither is given.
 */
export function hostOf(url: string, env: NodeJS.ProcessEnv = process.env): string {
  const { hostname, searchParams } = new URL(url);
  const given = searchParams.getAll('host').at(-1) || decodeURIComponent(hostname) || env['PGHOST'] || '';
  const host = given.replace(/^\[|\]$/g, '');
  return host === '' || host.startsWith('/') ? 'localhost' : host;
}
