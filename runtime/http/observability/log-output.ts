/** Where log lines go. */
export interface LogOutput {
  /** Writes a line: JSON and a line break. */
  write(line: string): void;
  /** Resolves when everything is written. */
  flush?(): Promise<void>;
}
