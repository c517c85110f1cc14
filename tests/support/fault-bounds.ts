/** Max milliseconds until a response while a store of the server is down (docs/spec/auth.md#promises). */
const promised = 1_000;

/**
 * Doubled in CI, where other tests use the same cores: the timers of the server leave only a tenth of a
 * second.
 */
export const answerWithin: number = process.env['CI'] ? 2 * promised : promised;

/** Max milliseconds until the server recovers after the store is back. */
export const backWithin = 5_000;
