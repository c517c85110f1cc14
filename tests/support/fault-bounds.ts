/** Milliseconds in which a server answers while something that it needs is away (auth.md, section 6). */
const promised = 1_000;

/** A machine that runs other tests on the same cores gets as much again: the server's own timers leave it a tenth of a second. */
export const answerWithin: number = process.env['CI'] ? 2 * promised : promised;

/** Milliseconds in which it is back after that. */
export const backWithin = 5_000;
