/**
 * The time in milliseconds since 1970. Passed in wherever time matters, so that tests set it instead of
 * waiting.
 */
export type Clock = () => number;

/** The machine's clock. */
export const systemClock: Clock = () => Date.now();
