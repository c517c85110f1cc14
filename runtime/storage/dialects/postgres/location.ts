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
