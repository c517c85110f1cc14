/** What the command line says of the copy of a SQLite file to PostgreSQL. It loads nothing. */
export const copyTexts = {
  command: 'from-sqlite',
  description:
    'Copy all data of the SQLite database to an empty PostgreSQL database, and compare them. Continues after an interruption.',
  example: 'svc migrate from-sqlite --to postgres://svc@db.example.com/shop',
  from: 'the SQLite file (default: that of the config)',
  to: 'the PostgreSQL database: postgres://user:password@host:5432/name',
  missing: 'set the SQLite file with --from.',
  wrongTarget: '--to needs the address of a PostgreSQL database: postgres://user@host:5432/name.',
} as const;

/** Whether it is the address of a server that takes a copy. */
export function isCopyTarget(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}
