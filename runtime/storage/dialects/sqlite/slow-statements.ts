/**
 * Milliseconds on the server's own thread. A statement that repeatedly takes longer runs as a long read from
 * then on.
 */
const tooLong = 25;
/** Milliseconds after which a single slow run is enough. */
const farTooLong = 500;
/** On a busy machine anything is sometimes slow, so this many recent runs of a statement must be slow. */
const maxSlow = 3;
const runsLookedAt = 10;
/**
 * Milliseconds after which it is tried again: by then the table may be smaller, or the file may be cached in
 * memory.
 */
const remembered = 10 * 60_000;
const maxRemembered = 1_000;

/** A statement that was slow once. */
interface Suspect {
  runs: number;
  slow: number;
}

/** Remembers slow statements: how many rows match a condition is known only afterwards. */
export class SlowStatements {
  readonly #until: Map<string, number> = new Map();
  readonly #suspects: Map<string, Suspect> = new Map();

  has(sql: string): boolean {
    if (this.#until.size === 0) return false;
    const until = this.#until.get(sql);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#until.delete(sql);
    return false;
  }

  /** Runs a statement on the server's thread, and notes whether it was slow. */
  timed<T>(sql: string, run: () => T): T {
    const begin = performance.now();
    const result = run();
    this.note(sql, performance.now() - begin);
    return result;
  }

  /** Notes that a statement took so many milliseconds. */
  note(sql: string, milliseconds: number): void {
    const isSlow = milliseconds > tooLong;
    if (!isSlow && this.#suspects.size === 0) return;
    const suspect = this.#suspects.get(sql) ?? { runs: 0, slow: 0 };
    suspect.runs += 1;
    if (isSlow) suspect.slow += 1;
    if (suspect.slow >= maxSlow || milliseconds > farTooLong) this.#keep(sql);
    else if (suspect.slow === 0 || suspect.runs >= runsLookedAt) this.#suspects.delete(sql);
    else put(this.#suspects, sql, suspect);
  }

  #keep(sql: string): void {
    this.#suspects.delete(sql);
    put(this.#until, sql, performance.now() + remembered);
  }
}

function put<T>(map: Map<string, T>, sql: string, value: T): void {
  if (map.size >= maxRemembered && !map.has(sql)) map.clear();
  map.set(sql, value);
}
