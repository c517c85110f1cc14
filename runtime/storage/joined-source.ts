import type { Connection, HeldSlot, LongReadState, WriteSource } from './driver.js';
import { createSteps } from './steps.js';
import { undoable } from './undoable.js';

const none: LongReadState = { running: 0, waiting: 0, finished: 0, late: 0, refused: 0 };

/**
 * Wraps an open transaction as a source for reads and writes. Each nested transaction becomes a step that can
 * be undone alone when it fails. Steps run one after the other. Brief ones may be requested while others run:
 * they come after these, and share round trips with them.
 *
 * @param entered - is called when a step was requested: the next one comes after it.
 */
export function joinedSource(connection: Connection, entered: () => void = () => undefined): WriteSource {
  const brief = createSteps(connection);
  return {
    dialect: connection.dialect,
    all: (sql, parameters) => connection.all(sql, parameters),
    get: (sql, parameters) => connection.get(sql, parameters),
    run: (sql, parameters) => connection.run(sql, parameters),
    // Only this transaction sees its own changes, so no read can run on another connection.
    longReads: {
      all: (sql, parameters) => connection.all(sql, parameters),
      turn: async () => anyTurn,
      hold: () => null,
      hasTakenLong: () => false,
      sizeOf: () => ({ rows: 0, rowBytes: 0 }),
      state: () => ({ statements: none, responses: none }),
    },
    // Its changes are not committed, so nothing it reads may be cached.
    dataVersion: async () => null,
    versionSql: null,
    transaction(work) {
      entered();
      return undoable(connection, () => work(connection));
    },
    briefTransaction(work) {
      const result = brief(work);
      entered();
      return result;
    },
  };
}

/** The timeout of the transaction applies. */
const anyTurn: HeldSlot = {
  timeLeft: Number.POSITIVE_INFINITY,
  begin: () => undefined,
  finish: () => undefined,
  fail: (error) => error,
};
