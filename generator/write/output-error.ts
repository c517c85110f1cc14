/** The output folder cannot be written as it is. Nothing was written. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  readonly code = 'OUTPUT_BLOCKED';
}
