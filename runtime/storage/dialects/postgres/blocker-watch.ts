import type { Row, SqlValue } from '../../driver.js';

/**
 * What a schema change waits for: an advisory lock, or, once it holds that lock, whatever its connection
 * waits for.
 */
export type AwaitedPlace = { readonly advisoryLock: number } | { readonly connection: number };

export interface BlockerWatchParts {
  /** Runs a statement on a connection that is not blocked. */
  readonly ask: (sql: string, parameters: readonly SqlValue[]) => Promise<readonly Row[]>;
  /**
   * Called once for each set of blocking connections, with a sentence for the person who runs the command.
   */
  readonly onBlocked: (message: string) => void;
}

/** Milliseconds between two checks. */
const interval = 1_000;
/** Checks with a blocker before it is reported: most waits are shorter. */
const reportedAfter = 3;

/**
 * The text of a statement may contain customer data, so only its first word is reported. `pg_blocking_pids`
 * reports a prepared transaction as 0.
 */
const describedSql = (pids: string): string =>
  `SELECT DISTINCT b.pid, a.application_name AS application, a.usename AS "user", a.state, a.backend_type AS kind,
    floor(extract(epoch FROM clock_timestamp() - a.xact_start)) AS seconds, upper(substring(a.query FROM '^\\s*([A-Za-z]+)')) AS command
  FROM (${pids}) b LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = b.pid ORDER BY b.pid`;
const blockingSql = describedSql('SELECT unnest(pg_blocking_pids(?)) AS pid');
const holdingSql = describedSql(
  `SELECT l.pid FROM pg_catalog.pg_locks l JOIN pg_catalog.pg_database d ON d.oid = l.database AND d.datname = current_database()
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = ? AND l.objsubid = 1`,
);

/**
 * Reports what blocks a schema change that waits for more than a moment. Without the report the command would
 * seem to hang.
 */
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

  /** Changes what is waited for. */
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
    // Other servers that speak the protocol may lack these views; then nothing is reported.
    const blockers = await this.#ask(place).catch(() => []);
    this.#isLooking = false;
    if (place !== this.#place) return;
    this.#seen = blockers.length === 0 ? 0 : this.#seen + 1;
    if (this.#seen >= reportedAfter) this.#say(blockers);
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
        'It continues automatically when that ends; pg_stat_activity has the statement.',
    );
  }
}

/** `process 4711 of the database (application "psql", user ann), idle in transaction for 95 s` */
function blockerText({ pid, application, user, state, kind, seconds, command }: Row): string {
  if (pid === 0) return 'a prepared transaction (see pg_prepared_xacts)';
  const isClient = kind === null || kind === 'client backend';
  const who = [
    isClient && application ? `application ${JSON.stringify(application)}` : null,
    isClient ? null : kind,
    user === null ? null : `user ${user}`,
  ].filter((part) => part !== null);
  const name = `process ${pid} of the database${who.length === 0 ? '' : ` (${who.join(', ')})`}`;
  // A user who may not see other users' sessions gets no details.
  if (state === null) return name;
  const doing = state === 'active' ? 'at work' : state;
  const age = seconds === null ? '' : ` for ${seconds} s`;
  const last = command === null ? '' : `, ${state === 'active' ? '' : 'last '}statement ${command}`;
  return `${name}, ${doing}${age}${last}`;
}
