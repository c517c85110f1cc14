/** Something in a project that an upgrade concerns. */
export interface UpgradeFinding {
  /** The part of the project: `package`, `code`, `config`, `generated`, `migrations`. */
  readonly part: 'package' | 'code' | 'config' | 'generated' | 'migrations';
  /** From the root of the project; null if it is in no file. */
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
  readonly todo: string;
  /** Whether it has to be done; otherwise it is worth a look. */
  readonly isNeeded: boolean;
}
