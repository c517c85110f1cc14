/** A measurement: minutes since the start, and a value. */
export type Sample = readonly [minutes: number, value: number];

/** The change of a value in an hour by the least squares, as a share of its mean. */
export function slopeAnHour(samples: readonly Sample[]): number {
  const count = samples.length;
  if (count < 2) return 0;
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / count;
  const time = mean(samples.map(([minutes]) => minutes));
  const level = mean(samples.map(([, value]) => value));
  let [above, below] = [0, 0];
  for (const [minutes, value] of samples) {
    above += (minutes - time) * (value - level);
    below += (minutes - time) ** 2;
  }
  return below === 0 ? 0 : ((above / below) * 60) / level;
}
