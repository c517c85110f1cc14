import type { Connection } from '../../storage/driver.js';

/** A document that is open in the dashboard. */
export interface OpenedDocument {
  readonly kind: 'collection' | 'global';
  readonly slug: string;
  readonly document: string;
}

/** A user who has a document open. */
export interface Present {
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Whether something is not saved there. */
  readonly isEditing: boolean;
}

/** A user of whom nothing was heard for so long has left: the dashboard asks every 15 seconds. */
const lasts = 60_000;
/** A user is written again only after so long, so that an open document costs two small writes a minute. */
const writtenEvery = 25_000;
/** Max users that are told. */
const maxTold = 20;

const key = '"kind" = ? AND "slug" = ? AND "document" = ?';

function keyOf({ kind, slug, document }: OpenedDocument): readonly string[] {
  return [kind, slug, document];
}

/** Notes that a user has a document open. */
export async function notePresent(
  connection: Connection,
  opened: OpenedDocument,
  { userId, isEditing, now }: { readonly userId: string; readonly isEditing: boolean; readonly now: number },
): Promise<void> {
  const editing = isEditing ? 1 : 0;
  const known = await connection.get(
    `SELECT "since", "seenAt", "editing" FROM "_svc_presence" WHERE ${key} AND "userId" = ?`,
    [...keyOf(opened), userId],
  );
  const seenAt = known === undefined ? 0 : Number(known['seenAt']);
  const isHere = known !== undefined && Math.abs(now - seenAt) < lasts;
  const isWritten = isHere && Math.abs(now - seenAt) < writtenEvery;
  if (isWritten && Number(known['editing']) === editing) return;
  const since = isHere ? Number(known['since']) : now;
  await connection.run(
    `INSERT INTO "_svc_presence" ("kind", "slug", "document", "userId", "since", "seenAt", "editing")
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT ("kind", "slug", "document", "userId") DO UPDATE
      SET "since" = excluded."since", "seenAt" = excluded."seenAt", "editing" = excluded."editing"`,
    [...keyOf(opened), userId, since, now, editing],
  );
}

/** Notes that a user has closed a document. */
export async function noteLeft(
  connection: Connection,
  opened: OpenedDocument,
  userId: string,
): Promise<void> {
  await connection.run(`DELETE FROM "_svc_presence" WHERE ${key} AND "userId" = ?`, [
    ...keyOf(opened),
    userId,
  ]);
}

/** The other users who have a document open, the first one first. */
export async function othersPresent(
  connection: Connection,
  opened: OpenedDocument,
  { userId, now }: { readonly userId: string; readonly now: number },
): Promise<readonly Present[]> {
  const rows = await connection.all(
    `SELECT "userId", "since", "editing" FROM "_svc_presence"
      WHERE ${key} AND "userId" <> ? AND "seenAt" > ? AND "seenAt" < ? ORDER BY "since", "userId" LIMIT ?`,
    [...keyOf(opened), userId, now - lasts, now + lasts, maxTold],
  );
  return rows.map((row) => ({
    userId: String(row['userId']),
    since: Number(row['since']),
    isEditing: Number(row['editing']) === 1,
  }));
}

/** Removes the users who have left without a word. */
export function purgePresence(connection: Connection, now: number): Promise<number> {
  return connection.run('DELETE FROM "_svc_presence" WHERE "seenAt" < ?', [now - lasts]);
}
