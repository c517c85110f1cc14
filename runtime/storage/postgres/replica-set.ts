import type { Driver } from '../driver.js';
import type { ReadReplica, ReadReplicas, ReplicaState } from '../read-replicas.js';
import { ReplicaSource, type ReplicaSourceOptions } from './replica-source.js';
import { faultOfReplica, readServerState, type ServerState } from './server-state.js';
import { WritePositions } from './write-positions.js';

export interface ReplicaAddress extends Omit<ReplicaSourceOptions, 'lost'> {
  /** What the log says of it. */
  readonly place: string;
  /** What metrics say of it. */
  readonly address: string;
}

export interface ReplicaSetOptions {
  /** A connection to the database that they follow: kept for this, so that it can be had while all others are in use. */
  readonly primary: Driver;
  readonly addresses: readonly ReplicaAddress[];
  /** Milliseconds that one may be behind. */
  readonly mostLag: number;
  readonly note: (level: 'info' | 'warn', message: string) => void;
}

/** Milliseconds between two looks at where the servers stand. */
const interval = 500;
/** Milliseconds without a read after which nobody looks any more: hosted databases sleep where nothing happens. */
const idleAfter = 60_000;

/**
 * Opens connections to replicas, and watches them: one that does not answer, is promoted, follows another server or is too far behind is not
 * read from until it is well again. Where it stands is learned by asking, so nothing has to be trusted but the log that it follows.
 */
export function createReplicaSet(options: ReplicaSetOptions): ReadReplicas {
  return new ReplicaSet(options);
}

class ReplicaSet implements ReadReplicas {
  readonly all: readonly Replica[];
  readonly #primary: Driver;
  readonly #positions: WritePositions = new WritePositions();
  readonly #looks: Set<Promise<void>> = new Set();
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;
  #readAt = 0;
  #turn = 0;
  #closed = false;

  constructor({ primary, addresses, mostLag, note }: ReplicaSetOptions) {
    this.#primary = primary;
    this.all = addresses.map((address) => new Replica(address, mostLag, note));
    this.#wake();
  }

  pick(reader: string | null): ReadReplica | null {
    this.#wake();
    const now = performance.now();
    const usable = this.all.filter((replica) => replica.isUsableAt(now));
    if (usable.length === 0) return null;
    this.#turn += 1;
    const at = reader === null ? this.#turn : numberOf(reader);
    return usable[at % usable.length] ?? null;
  }

  /** Whoever watches a server that nobody reads from would take replicas for lost. */
  states(): readonly ReplicaState[] {
    this.#wake();
    const now = performance.now();
    return this.all.map((replica) => replica.stateAt(now));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#sleep();
    await Promise.all(this.#looks);
    await Promise.all([this.#primary.close(), ...this.all.map((replica) => replica.source.close())]);
  }

  #wake(): void {
    this.#readAt = performance.now();
    if (this.#timer !== null || this.#closed) return;
    this.#timer = setInterval(() => this.#tick(), interval).unref();
    this.#tick();
  }

  #sleep(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    if (performance.now() - this.#readAt > idleAfter) this.#sleep();
    else if (!this.#isLooking) this.#keep(this.#look());
  }

  #keep(look: Promise<void>): void {
    this.#looks.add(look);
    void look.finally(() => this.#looks.delete(look));
  }

  /** A replica that is silent must not keep the others from being looked at. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    const at = performance.now();
    const primary = await readServerState(this.#primary).catch(() => null);
    this.#isLooking = false;
    // Without the database nothing is known of what a replica lacks: soon none is read from.
    if (primary === null || primary.isStandby) return;
    this.#positions.note(at, primary.position);
    for (const replica of this.all) {
      if (!replica.isLooking) this.#keep(replica.look(primary, this.#positions));
    }
  }
}

class Replica implements ReadReplica {
  readonly place: string;
  readonly source: ReplicaSource;
  readonly #address: string;
  readonly #mostLag: number;
  readonly #note: ReplicaSetOptions['note'];
  /** Why it is not read from, beside how far it is behind. */
  #fault: string | null = 'has not been looked at';
  /** It has everything that was committed before. */
  #currentAt: number | null = null;
  #isLooking = false;
  /** What the log said last. */
  #said: boolean | null = null;
  #answered = 0;
  #passedOver = 0;

  constructor(
    { place, address, ...options }: ReplicaAddress,
    mostLag: number,
    note: ReplicaSetOptions['note'],
  ) {
    this.place = place;
    this.#address = address;
    this.#mostLag = mostLag;
    this.#note = note;
    this.source = new ReplicaSource({ ...options, lost: () => this.#lost() });
  }

  get isLooking(): boolean {
    return this.#isLooking;
  }

  isUsableAt(now: number): boolean {
    return this.#fault === null && this.#currentAt !== null && now - this.#currentAt <= this.#mostLag;
  }

  answered(): void {
    this.#answered += 1;
  }

  passedOver(): void {
    this.#passedOver += 1;
  }

  stateAt(now: number): ReplicaState {
    return {
      address: this.#address,
      isUsed: this.isUsableAt(now),
      lag: this.#currentAt === null ? null : now - this.#currentAt,
      answered: this.#answered,
      passedOver: this.#passedOver,
      pool: this.source.pool,
    };
  }

  async look(primary: ServerState, positions: WritePositions): Promise<void> {
    this.#isLooking = true;
    try {
      const own = await this.source.state();
      this.#fault = faultOfReplica(own, primary);
      this.#currentAt = this.#fault === null ? positions.currentAt(own.position) : null;
    } catch {
      this.#lost();
    }
    this.#isLooking = false;
    this.#say(performance.now());
  }

  /** The next look finds out whether it is back. */
  #lost(): void {
    this.#fault = 'does not answer';
  }

  /** Once when it is left out and once when it is back, not at every read. */
  #say(now: number): void {
    const isUsable = this.isUsableAt(now);
    if (isUsable === this.#said) return;
    this.#said = isUsable;
    const why = this.#fault ?? `is more than ${this.#mostLag} ms behind`;
    if (isUsable) this.#note('info', `replica: ${this.place} is read from`);
    else this.#note('warn', `replica: ${this.place} is not read from: it ${why}`);
  }
}

/** Spreads readers evenly; the same for the same reader in every process. */
function numberOf(reader: string): number {
  let number = 0;
  for (let at = 0; at < reader.length; at += 1) number = (Math.imul(number, 31) + reader.charCodeAt(at)) | 0;
  return number >>> 0;
}
