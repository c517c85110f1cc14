/**
 * Returns those times that share their minute with a neighbour. Without seconds both would look the same.
 *
 * @param times - ISO times, sorted.
 */
export function sharedMinutes(times: readonly string[]): ReadonlySet<string> {
  return new Set(
    times.filter((time, index) =>
      [times[index - 1], times[index + 1]].some(
        (other) => other !== undefined && minuteOf(other) === minuteOf(time),
      ),
    ),
  );
}

/** The minute of a time. Time zones differ by whole minutes, so it is the same in every time zone. */
function minuteOf(time: string): number {
  return Math.floor(Date.parse(time) / 60_000);
}
