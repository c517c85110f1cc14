const crashed =
  'a package with native code crashed: run `npx svc doctor`, and `npm rebuild` if the packages were installed with --ignore-scripts or for another machine';

const causes: Readonly<Record<string, string>> = {
  SIGSEGV: crashed,
  SIGBUS: crashed,
  SIGILL: crashed,
  SIGABRT: `${crashed}; or memory ran out: NODE_OPTIONS=--max-old-space-size=4096 allows 4 GB`,
  SIGKILL: 'something else ended it: the system does so when memory runs out',
};

/** How a process ended, and what helps: `exit code 1`, or `SIGSEGV: a package …`. */
export function endedBy(code: number | null, signal: string | null): string {
  if (signal === null) return `exit code ${code}`;
  const cause = causes[signal];
  return cause === undefined ? signal : `${signal}: ${cause}`;
}
