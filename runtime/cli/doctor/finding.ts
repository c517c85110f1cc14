/** One finding of `svc doctor`. */
export interface Finding {
  /** The subject of the check: `database`. */
  readonly check: string;
  /** `warning`: it works here, but not everywhere. */
  readonly status: 'ok' | 'warning' | 'failed';
  /** What was found. */
  readonly message: string;
  /** What to do; on everything that is not `ok`. */
  readonly fix?: string;
}

export function fine(check: string, message: string): Finding {
  return { check, status: 'ok', message };
}

export function doubtful(check: string, message: string, fix: string): Finding {
  return { check, status: 'warning', message, fix };
}

export function broken(check: string, message: string, fix: string): Finding {
  return { check, status: 'failed', message, fix };
}
