import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { isPlainObject, type PlainObject } from '../../runtime/config/validate/checks.js';
import type { ConfigIssue } from '../../runtime/config/validate/validate-config.js';

/** What the checks by files and schemas may read of a config that has issues. */
interface SoundParts {
  readonly config: ServiceConfig;
  /** The issue of a sound part, at its position in the whole config. */
  restored(issue: ConfigIssue): ConfigIssue;
}

const lists = ['collections', 'globals', 'routes'] as const;

/**
 * Returns a config without the options, collections, globals and routes that have issues, so that the rest is
 * examined all the same, and users get every issue at once. Without issues it is the config itself. Null if
 * nothing of it can be read.
 */
export function soundParts(config: unknown, issues: readonly ConfigIssue[]): SoundParts | null {
  if (issues.length === 0) return { config: config as ServiceConfig, restored: (issue) => issue };
  if (!isPlainObject(config) || issues.some(({ keys }) => keys.length === 0)) return null;
  const broken = new Set(issues.map(({ keys: [option] }) => option));
  const kept = new Map(lists.map((name) => [name, soundEntries(config, name, issues)] as const));
  const options = Object.entries(config).filter(
    ([name]) => !broken.has(name) && !lists.some((list) => list === name),
  );
  const entries = [...kept].map(([name, list]) => [name, list.map(({ entry }) => entry)] as const);
  return {
    config: Object.fromEntries([...options, ...entries]) as unknown as ServiceConfig,
    restored(issue) {
      const [option, index, ...rest] = issue.keys;
      const list = lists.find((name) => name === option);
      if (list === undefined || typeof index !== 'number') return issue;
      return { ...issue, keys: [list, kept.get(list)?.[index]?.position ?? index, ...rest] };
    },
  };
}

interface SoundEntry {
  readonly entry: unknown;
  /** In the list of the config. */
  readonly position: number;
}

function soundEntries(
  config: PlainObject,
  name: string,
  issues: readonly ConfigIssue[],
): readonly SoundEntry[] {
  const entries = config[name];
  const own = issues.filter(({ keys: [option] }) => option === name);
  // An issue of the list itself.
  if (!Array.isArray(entries) || own.some(({ keys }) => keys.length < 2)) return [];
  const broken = new Set(own.map(({ keys: [, position] }) => position));
  return Array.from<unknown>(entries)
    .map((entry, position) => ({ entry, position }))
    .filter(({ position }) => !broken.has(position));
}
