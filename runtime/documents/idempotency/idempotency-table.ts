/** The responses to creations that were sent with an `Idempotency-Key`. */
import type { Connection, ReadSource, Row } from '../../storage/driver.js';
import { type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';

export const idempotencyTables: readonly SystemTable[] = [
  {
    name: '_svc_idempotency',
    columns: [
      ...systemColumns('text', { required: ['id', 'body'], optional: ['document', 'rights', 'response'] }),
      ...systemColumns('integer', { required: ['expires_at'], optional: ['revision'] }),
    ],
    primaryKey: ['id'],
    indexes: [{ name: '_svc_idempotency_expires_at', columns: ['expires_at'] }],
  },
];

/** Expired responses, which nothing reads any more. */
export const expiredResponses = {
  table: '"_svc_idempotency"',
  key: '"id"',
  endedAt: '"expires_at"',
} as const;

/** For how long a response is kept: 24 hours. */
const keptFor = 24 * 60 * 60 * 1000;

/** One creation of a requester. Both are hashes. */
export interface IdempotentCall {
  /** Of the requester, the route and the key. */
  readonly id: string;
  /** Of what was sent. */
  readonly body: string;
}

/** The response to a creation. */
export interface KeptResponse {
  readonly document: string;
  readonly revision: number;
  /** The rights of the requester, as `rightsKey` names them; null where everything is open. */
  readonly rights: string | null;
  readonly response: string;
}

/** A kept response with the hash of what was sent. */
export interface FoundResponse extends KeptResponse {
  readonly body: string;
}

/** The response that is kept for a call; null if there is none. */
export async function findResponse(
  source: ReadSource,
  { id }: IdempotentCall,
  now: number,
): Promise<FoundResponse | null> {
  const row = await source.get(`SELECT * FROM "_svc_idempotency" WHERE "id" = ? AND "expires_at" > ?`, [
    id,
    now,
  ]);
  return row === undefined ? null : responseOf(row);
}

function responseOf({ body, document, revision, rights, response }: Row): FoundResponse {
  return {
    body: String(body),
    document: String(document),
    revision: Number(revision),
    rights: rights === null ? null : String(rights),
    response: String(response),
  };
}

/**
 * Claims a call in the transaction of its creation; false if it was done before. A request that runs at the
 * same time waits here for the end of the other.
 */
export async function claimCall(
  connection: Connection,
  { id, body }: IdempotentCall,
  now: number,
): Promise<boolean> {
  const claimed = await connection.run(
    `INSERT INTO "_svc_idempotency" ("id", "body", "expires_at") VALUES (?, ?, ?) ` +
      `ON CONFLICT ("id") DO UPDATE SET "body" = excluded."body", "expires_at" = excluded."expires_at" ` +
      `WHERE "_svc_idempotency"."expires_at" <= ?`,
    [id, body, now + keptFor, now],
  );
  return claimed > 0;
}

/** Keeps the response to a claimed call, in the same transaction. */
export async function keepResponse(
  connection: Connection,
  { id }: IdempotentCall,
  { document, revision, rights, response }: KeptResponse,
): Promise<void> {
  await connection.run(
    `UPDATE "_svc_idempotency" SET "document" = ?, "revision" = ?, "rights" = ?, "response" = ? WHERE "id" = ?`,
    [document, revision, rights, response, id],
  );
}
