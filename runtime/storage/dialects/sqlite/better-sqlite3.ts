import type BetterSqlite3 from 'better-sqlite3';
import { ownRequire } from '../../../util/package-root.js';

/**
 * The constructor of better-sqlite3, loaded when the first database is opened: the generator does not need
 * it.
 */
export function loadBetterSqlite3(): typeof BetterSqlite3 {
  const installed = installedVersion();
  const complaint = unsoundPair(installed, process.versions.node);
  if (complaint !== null) throw new Error(complaint);
  return ownRequire('better-sqlite3') as typeof BetterSqlite3;
}

/**
 * better-sqlite3 12 aborts the process on Node 24.19 and newer when a prepared statement is garbage-collected
 * (nodejs/node#65446). That pair is refused before data can be lost. Returns the message, or null.
 */
export function unsoundPair(betterSqlite3: string, node: string): string | null {
  if (major(betterSqlite3) >= 13 || major(node) < 24) return null;
  return (
    `better-sqlite3 ${betterSqlite3} is not sound on Node ${node}: it can abort the process. ` +
    'Run "npm install better-sqlite3@13", or use Node 20 or 22.'
  );
}

function major(version: string): number {
  return Number.parseInt(version, 10);
}

function installedVersion(): string {
  try {
    return (ownRequire('better-sqlite3/package.json') as { readonly version: string }).version;
  } catch (error) {
    throw new Error('better-sqlite3 is not installed: run "npm install better-sqlite3".', { cause: error });
  }
}
