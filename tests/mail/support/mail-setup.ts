import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { MailOptions } from '../../../runtime/config/mail-options.js';
import { createMailQueue, type MailQueueOptions } from '../../../runtime/mail/create-mail-queue.js';
import type { MailQueue, QueuedMail } from '../../../runtime/mail/mail-queue.js';
import { outbox } from '../../../runtime/mail/outbox/capability.js';
import type { Driver, Row } from '../../../runtime/storage/driver.js';
import { prepareSystemTables } from '../../../runtime/storage/schema/system-tables.js';
import { openTestDriver, testDatabaseUrl } from '../../support/test-database.js';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A content database in a temporary folder, a settable clock, and the log. */
export interface MailSetup {
  readonly folder: string;
  /** The value of `SVC_DATABASE_URL` for this database. */
  readonly databaseUrl: string;
  readonly driver: Driver;
  readonly log: readonly LogLine[];
  /** Moves the clock. */
  pass(milliseconds: number): void;
  now(): number;
  queue(given?: QueueGiven): MailQueue;
  enqueue(queue: MailQueue, mail?: Partial<QueuedMail>): Promise<void>;
  rows(): Promise<readonly Row[]>;
  /** All bytes of the database file and of its write-ahead log. */
  fileText(): string;
}

export type QueueGiven = Partial<MailOptions> & Partial<Omit<MailQueueOptions, 'options'>>;

export const minute = 60_000;
export const hour: number = 60 * minute;
export const day: number = 24 * hour;
export const secret = 'a secret of at least thirty-two bytes, for tests';
export const token = 'kC9xVbq2Tn7dLw4RzYf0HsGmEaJpUo3iXvB6cNtMlQ8';
export const ada: QueuedMail = {
  kind: 'resetPassword',
  to: 'ada@example.com',
  userName: 'Ada Lovelace',
  link: `https://cms.example.com/admin/reset-password?token=${token}`,
};

export async function setUpMail(): Promise<MailSetup> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-mail-'));
  const path = join(folder, 'data.db');
  const driver = await openTestDriver({ path });
  await prepareSystemTables(driver, outbox.tables);
  onTestFinished(async () => {
    await driver.close();
    rmSync(folder, { recursive: true });
  });
  const log: LogLine[] = [];
  let now = Date.UTC(2026, 10, 21, 15, 4, 18, 123);
  const at = (level: LogLine['level']) => (fields: object, message: string) =>
    void log.push({ level, fields: { ...fields }, message });

  return {
    folder,
    databaseUrl: await testDatabaseUrl(path),
    driver,
    log,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    now: () => now,
    queue({ site, from, transport, templates, logoUrls, ...rest } = {}) {
      return createMailQueue({
        driver,
        options: {
          site: site ?? null,
          from: from ?? null,
          transport: transport ?? null,
          templates: templates ?? {},
          logoUrls: logoUrls ?? {},
        },
        secret,
        baseUrl: 'https://cms.example.com',
        clock: () => now,
        log: { info: at('info'), warn: at('warn'), error: at('error') },
        outboxFolder: join(folder, 'outbox'),
        ...rest,
      });
    },
    enqueue: (queue, mail) =>
      driver.briefTransaction((connection) => queue.enqueue(connection, { ...ada, ...mail })),
    rows: () => driver.all('SELECT * FROM "_svc_outbox" ORDER BY "id"', []),
    fileText: () => ['', '-wal'].map((suffix) => readFileSync(`${path}${suffix}`, 'latin1')).join(''),
  };
}
