const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `812 B`, `12.3 kB`, `4.0 GB`. */
export function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return step === 0 ? `${bytes} B` : `${(bytes / 1000 ** step).toFixed(1)} ${units[step]}`;
}
