import type { Connection, Driver, Row } from '../../storage/driver.js';
import { purgeRows } from '../../storage/purge-rows.js';
import type { MailKind } from '../mail-queue.js';
import { maxPause } from './retry-schedule.js';

/**
 * A mail that is not sent yet. `attempts` grows with every claim, so it also tells two claims of one mail
 * apart.
 */
export interface DueMail {
  readonly id: string;
  readonly attempts: number;
}

/** A mail that is this worker's to send until the lease ends. */
export interface ClaimedMail extends DueMail {
  readonly kind: MailKind;
  /** Sealed; see `payload-cipher.ts`. */
  readonly payload: string;
  readonly createdAt: number;
}

/** The table of mails. Statements only: what they mean is decided by the worker. */
export interface Outbox {
  insert(connection: Connection, mail: Omit<ClaimedMail, 'attempts'>): Promise<void>;
  /**
   * Mails to send at `now`, the longest due first; also those that would be due later than any pause ends,
   * since the clock was set back.
   */
  due(now: number, limit: number): Promise<readonly DueMail[]>;
  /** Takes a mail until `leaseEnd`. Null when another worker was faster. */
  claim(mail: DueMail, leaseEnd: number): Promise<ClaimedMail | null>;
  /** Ends a mail and deletes its contents and recipient. */
  settle(mail: DueMail, status: 'sent' | 'failed', now: number): Promise<void>;
  /** Gives a mail back, to be tried again. */
  postpone(mail: DueMail, dueAt: number): Promise<void>;
  /** The number of unsent mails, up to 10,000. */
  waiting(): Promise<number>;
  /** Removes mails that were settled before a time; returns the number removed. */
  purge(settledBefore: number): Promise<number>;
}

const mails = { table: '_svc_outbox', key: 'id', endedAt: '"settledAt"' };
const maxCounted = 10_000;
/**
 * Between the clocks of instances: a pause that one of them has just begun is no longer than it should be.
 */
const clockTolerance = 60_000;

export function createOutbox(driver: Driver): Outbox {
  async function insert(
    connection: Connection,
    { id, kind, payload, createdAt }: Omit<ClaimedMail, 'attempts'>,
  ): Promise<void> {
    await connection.run(
      `INSERT INTO "_svc_outbox" ("id", "kind", "status", "payload", "attempts", "dueAt", "createdAt") VALUES (?, ?, 'waiting', ?, 0, ?, ?)`,
      [id, kind, payload, createdAt, createdAt],
    );
  }

  async function due(now: number, limit: number): Promise<readonly DueMail[]> {
    const rows = await driver.all(
      `SELECT "id", "attempts" FROM "_svc_outbox" WHERE "status" = 'waiting' AND ("dueAt" <= ? OR "dueAt" > ?) ORDER BY "dueAt", "id" LIMIT ?`,
      [now, now + maxPause + clockTolerance, limit],
    );
    return rows.map((row) => ({ id: String(row['id']), attempts: Number(row['attempts']) }));
  }

  async function claim({ id, attempts }: DueMail, leaseEnd: number): Promise<ClaimedMail | null> {
    // The number of attempts is compared and raised in one statement: of any number of workers one gets the
    // mail, whatever their clocks say.
    return driver.briefTransaction(async (connection) => {
      const taken = await connection.run(
        `UPDATE "_svc_outbox" SET "attempts" = "attempts" + 1, "dueAt" = ? WHERE "id" = ? AND "attempts" = ? AND "status" = 'waiting'`,
        [leaseEnd, id, attempts],
      );
      if (taken === 0) return null;
      const row = await connection.get(
        `SELECT "kind", "payload", "createdAt" FROM "_svc_outbox" WHERE "id" = ?`,
        [id],
      );
      return row === undefined ? null : claimedMail({ id, attempts: attempts + 1 }, row);
    });
  }

  async function settle({ id, attempts }: DueMail, status: 'sent' | 'failed', now: number): Promise<void> {
    // A mail that is out is out, also when the lease has ended meanwhile; a failure counts for its own
    // attempt only.
    const own = status === 'sent' ? '' : ' AND "attempts" = ?';
    await driver.run(
      `UPDATE "_svc_outbox" SET "status" = ?, "payload" = NULL, "settledAt" = ? WHERE "id" = ? AND "status" = 'waiting'${own}`,
      [status, now, id, ...(status === 'sent' ? [] : [attempts])],
    );
  }

  async function postpone({ id, attempts }: DueMail, dueAt: number): Promise<void> {
    await driver.run(
      `UPDATE "_svc_outbox" SET "dueAt" = ? WHERE "id" = ? AND "attempts" = ? AND "status" = 'waiting'`,
      [dueAt, id, attempts],
    );
  }

  async function waiting(): Promise<number> {
    const row = await driver.get(
      `SELECT count(*) AS "waiting" FROM (SELECT 1 FROM "_svc_outbox" WHERE "status" = 'waiting' LIMIT ?) AS "some"`,
      [maxCounted],
    );
    return Number(row?.['waiting'] ?? 0);
  }

  function purge(settledBefore: number): Promise<number> {
    return purgeRows(driver, mails, settledBefore - 1);
  }

  return { insert, due, claim, settle, postpone, waiting, purge };
}

function claimedMail(mail: DueMail, row: Row): ClaimedMail {
  return {
    ...mail,
    // Written by `insert` only.
    kind: String(row['kind']) as MailKind,
    payload: String(row['payload']),
    createdAt: Number(row['createdAt']),
  };
}
