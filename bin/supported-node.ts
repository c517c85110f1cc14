const minimum = [20, 19] as const;

/** Whether svc runs on a Node version such as `20.19.1`. */
export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > minimum[0] || (major === minimum[0] && minor >= minimum[1]);
}

/** Ends the process with one line if Node is too old. */
export function requireSupportedNode(): void {
  if (isSupportedNode(process.versions.node)) return;
  process.stderr.write(
    `error: svc needs Node ${minimum.join('.')} or newer, and this is ${process.versions.node}. Install a newer Node.\n`,
  );
  process.exit(1);
}
