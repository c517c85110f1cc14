import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../runtime/cli/index.js';
import { takesVersion } from './compare-versions.js';
import type { UpgradeFinding } from './upgrade-finding.js';

/** A line of package.json with a dependency: `    "svc": "^0.1.0",`. */
const dependency = /^\s*"(svc|zod)"\s*:\s*"([^"]+)"/;

/** Versions in package.json that do not fit the installed svc. */
export function packageFindings(root: string): readonly UpgradeFinding[] {
  const path = join(root, 'package.json');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const [, name = '', range = ''] = dependency.exec(text) ?? [];
      const found = name === 'svc' ? ofSvc(range) : name === 'zod' ? ofZod(range) : null;
      return found === null
        ? []
        : [{ part: 'package' as const, file: 'package.json', line: index + 1, isNeeded: true, ...found }];
    });
}

type Found = Pick<UpgradeFinding, 'message' | 'todo'>;

function ofSvc(range: string): Found | null {
  if (takesVersion(range, packageVersion)) return null;
  return {
    message: `svc is "${range}", and ${packageVersion} is installed.`,
    todo: `Run npm install svc@^${packageVersion}.`,
  };
}

function ofZod(range: string): Found | null {
  if (!/^[\^~]?[0-3]\./.test(range)) return null;
  return {
    message: `zod is "${range}", and schemas of routes are of zod 4.`,
    todo: 'Run npm install zod@4.',
  };
}
