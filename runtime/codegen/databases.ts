/** The databases, and the names of tables that each keeps for itself. More is in storage/dialects. */

interface ReservedNames {
  /** No table may begin like this. */
  readonly beginnings: readonly string[];
  /** A table that begins like this could hide something of the database. */
  readonly avoided: readonly string[];
}

/** Migration files have these names: `0002_subtitle.sqlite.sql`. */
export const dialectNames = ['sqlite', 'postgres'] as const;

export type DialectName = (typeof dialectNames)[number];

const databases: Readonly<Record<DialectName, ReservedNames>> = {
  sqlite: { beginnings: ['sqlite_'], avoided: ['pragma_'] },
  postgres: { beginnings: [], avoided: ['pg_'] },
};

const reserved = Object.values(databases);

/** A config has the same tables on each database, so what one of them reserves is avoided on all. */
export const reservedBeginnings: readonly string[] = reserved.flatMap(({ beginnings }) => beginnings);

export const avoidedBeginnings: readonly string[] = reserved.flatMap(({ avoided }) => avoided);
