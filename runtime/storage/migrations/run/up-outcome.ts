/** A migration that has run. */
export interface UpOutcome {
  readonly name: string;
  readonly state: 'applied' | 'adopted';
  /** In milliseconds. */
  readonly duration: number;
}
