import type { ApiKeyRecord } from '../../runtime/cli/index.js';
import { printTable } from '../terminal/print-table.js';
import type { Terminal } from '../terminal/terminal.js';

/** An API key, as the API returns it. */
export function keyJson(key: ApiKeyRecord): object {
  const { id, name, prefix, role, scopes, expiresAt, lastUsedAt, createdAt, createdBy, disabled } = key;
  return {
    ...{ id, name, prefix, role, scopes },
    expiresAt: timeText(expiresAt),
    lastUsedAt: timeText(lastUsedAt),
    createdAt: timeText(createdAt),
    ...{ createdBy, disabled },
  };
}

const head = ['ID', 'NAME', 'KEY', 'RIGHTS', 'EXPIRES', 'LAST USED', 'STATE'] as const;

/** Prints a line for each key. */
export function printKeys(keys: readonly ApiKeyRecord[], { line, colours }: Terminal, now: number): void {
  if (keys.length === 0) {
    line('There are no API keys; create one with `svc auth key create`.');
    return;
  }
  const rows = keys.map((key) => [
    key.id,
    key.name,
    `${key.prefix}...`,
    rightsText(key),
    dayText(key.expiresAt),
    dayText(key.lastUsedAt),
    stateOf(key, now),
  ]);
  printTable({ line, colours }, { head, rows });
}

/** `role editor`, `posts:read, globals.site:update`. */
export function rightsText({ role, scopes }: Pick<ApiKeyRecord, 'role' | 'scopes'>): string {
  return scopes === null ? `role ${role}` : scopes.join(', ');
}

/** The day of a time in UTC. */
export function dayText(time: number | null): string {
  return timeText(time)?.slice(0, 10) ?? 'never';
}

function timeText(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function stateOf({ disabled, expiresAt }: ApiKeyRecord, now: number): string {
  if (disabled) return 'disabled';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
