import type { Row, SqlValue } from '../driver.js';

/** What a change of tables waits for: an advisory lock, or, once it has that, whatever its connection is waiting for. */
export type AwaitedPlace = { readonly advisoryLock: number } | { readonly connection: number };

export interface BlockerWatchParts {
  /** Runs a statement on a connection that does not wait. */
  readonly ask: (sql: string, parameters: readonly SqlValue[]) => Promise<readonly Row[]>;
  /** Told once of each set of connections that are waited for, in a sentence for whoever runs the command. */
  readonly onBlocked: (message: string) => void;
}

/** Milliseconds between two looks. */
const interval = 1_000;
/** Looks that find somebody before it is said: most waits are shorter. */
const patience = 3;

/** The text of a statement may hold a customer's values: its first word has to do. `pg_blocking_pids` calls a prepared transaction 0. */
const describedSql = (pids: string): string =>
  `SELECT DISTINCT b.pid, a.application_name AS application, a.usename AS "user", a.state, a.backend_type AS kind,
    floor(extract(epoch FROM clock_timestamp() - a.xact_start)) AS seconds, upper(substring(a.query FROM '^\\s*([A-Za-z]+)')) AS command
  FROM (${pids}) b LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = b.pid ORDER BY b.pid`;
const blockingSql = describedSql('SELECT unnest(pg_blocking_pids(?)) AS pid');
const holdingSql = describedSql(
  `SELECT l.pid FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_database d ON d.oid = l.database AND d.datname = current_database()
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = ? AND l.objsubid = 1`,
);

/** Says whom a change of tables waits for, when it takes longer than a moment: without that it looks as if it did nothing at all. */
export class BlockerWatch {
  readonly #parts: BlockerWatchParts;
  readonly #timer: NodeJS.Timeout;
  #place: AwaitedPlace;
  #seen = 0;
  #said = '';
  #isLooking = false;

  constructor(parts: BlockerWatchParts, place: AwaitedPlace) {
    this.#parts = parts;
    this.#place = place;
    this.#timer = setInterval(() => void this.#look(), interval).unref();
  }

  /** From now on that is what is waited for. */
  moveTo(place: AwaitedPlace): void {
    this.#place = place;
    this.#seen = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const place = this.#place;
    // Servers that speak the protocol may not know these views; then nothing is said.
    const blockers = await this.#ask(place).catch(() => []);
    this.#isLooking = false;
    if (place !== this.#place) return;
    this.#seen = blockers.length === 0 ? 0 : this.#seen + 1;
    if (this.#seen >= patience) this.#say(blockers);
  }

  #ask(place: AwaitedPlace): Promise<readonly Row[]> {
    return 'connection' in place
      ? this.#parts.ask(blockingSql, [place.connection])
      : this.#parts.ask(holdingSql, [place.advisoryLock]);
  }

  #say(blockers: readonly Row[]): void {
    const pids = blockers.map(({ pid }) => pid).join();
    if (pids === this.#said) return;
    this.#said = pids;
    const isOther = 'advisoryLock' in this.#place;
    this.#parts.onBlocked(
      `Waiting for ${isOther ? 'another change of tables, in ' : ''}${blockers.map(blockerText).join(', and for ')}. ` +
        'It goes on by itself when that ends; pg_stat_activity has the statement.',
    );
  }
}

/** `process 4711 of the database (application "psql", user ann), idle in transaction for 95 s, last statement UPDATE` */
function blockerText({ pid, application, user, state, kind, seconds, command }: Row): string {
  if (pid === 0) return 'a prepared transaction (see pg_prepared_xacts)';
  const isClient = kind === null || kind === 'client backend';
  const who = [
    isClient && application ? `application ${JSON.stringify(application)}` : null,
    isClient ? null : kind,
    user === null ? null : `user ${user}`,
  ].filter((part) => part !== null);
  const name = `process ${pid} of the database${who.length === 0 ? '' : ` (${who.join(', ')})`}`;
  // Who may not look into other users' sessions is told no more.
  if (state === null) return name;
  const doing = state === 'active' ? 'at work' : state;
  const age = seconds === null ? '' : ` for ${seconds} s`;
  const last = command === null ? '' : `, ${state === 'active' ? '' : 'last '}statement ${command}`;
  return `${name}, ${doing}${age}${last}`;
}
