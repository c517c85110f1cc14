import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { findConfig } from '../../generator/load/find-config.js';
import type { LoadedConfig } from '../../generator/load/load-config.js';
import { configIssues, loadMigrations, packageVersion, releaseLine } from '../../runtime/cli/index.js';
import { runGeneration } from '../generate/generation.js';
import { loadProject } from '../load-project.js';
import type { ConfigOptions } from '../options.js';
import { isLater } from './compare-versions.js';
import { packageFindings } from './package-findings.js';
import { sourceLines } from './source-lines.js';
import type { UpgradeFinding } from './upgrade-finding.js';
import { type VersionChange, versionChanges } from './version-changes.js';

export interface ExaminedUpgrade {
  /** The version that the project was generated with, as `0.1`; null if it was not. */
  readonly from: string | null;
  readonly findings: readonly UpgradeFinding[];
  /** Changes since then that no source shows. */
  readonly notes: readonly VersionChange[];
}

export interface UpgradeOptions extends ConfigOptions {
  /** Instead of the version in the generated code. */
  readonly from?: string;
}

/** What a project needs to do to work with the installed version. Changes nothing. */
export async function examineUpgrade(root: string, options: UpgradeOptions): Promise<ExaminedUpgrade> {
  const config = await loadedOrIssues(options);
  const output = relative(root, outputOf(root, options, config));
  const made = generatedVersion(root, output);
  const from = options.from ?? made?.version ?? null;
  const changes = versionChanges.filter(({ version }) => from === null || isLater(version, from));
  return {
    from,
    findings: [
      ...packageFindings(root),
      ...codeFindings(root, changes, output),
      // Without a valid config neither generated code nor migrations can be compared with it.
      ...('issues' in config
        ? config.issues
        : [...(await generatedFindings(root, options, made)), ...(await migrationFindings(config.loaded))]),
    ],
    notes: changes.filter(({ find }) => find === null),
  };
}

interface GeneratedVersion {
  readonly file: string;
  readonly line: number;
  /** As generated code has it: `0.1`. */
  readonly version: string;
}

function generatedVersion(root: string, output: string): GeneratedVersion | null {
  const file = join(output, 'server.ts');
  if (!existsSync(join(root, file))) return null;
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  for (const [index, text] of lines.entries()) {
    const [, version] = /\bfits: ['"]([^'"]+)['"]/.exec(text) ?? [];
    if (version !== undefined) return { file: file.split(sep).join('/'), line: index + 1, version };
  }
  return null;
}

function codeFindings(
  root: string,
  changes: readonly VersionChange[],
  output: string,
): readonly UpgradeFinding[] {
  const searched = changes.flatMap(({ find, ...change }) => (find === null ? [] : [{ ...change, find }]));
  const findings: UpgradeFinding[] = [];
  for (const { file, line, text } of sourceLines(root, [output.split(sep).join('/')])) {
    for (const { find, version, what, todo, isCertain } of searched) {
      if (!find.files.test(file) || !find.line.test(text)) continue;
      const message = `Since ${releaseLine(version)}: ${what}`;
      findings.push({ part: 'code', file, line, message, todo, isNeeded: isCertain });
    }
  }
  return findings;
}

type Loaded = { readonly loaded: LoadedConfig } | { readonly issues: readonly UpgradeFinding[] };

async function loadedOrIssues(options: UpgradeOptions): Promise<Loaded> {
  try {
    return { loaded: await loadProject(options) };
  } catch (error) {
    const issues = configIssues(error);
    if (issues === null) throw error;
    return {
      issues: issues.map(({ file, line, path, message, suggestion }) => ({
        part: 'config',
        file,
        line,
        message: path === '' ? message : `${path}: ${message}`,
        todo: suggestion === undefined ? 'Correct it.' : `Write ${suggestion}.`,
        isNeeded: true,
      })),
    };
  }
}

/** The folder of generated code. A config that cannot be loaded has the default one, as far as is known. */
function outputOf(root: string, { config, output }: UpgradeOptions, found: Loaded): string {
  if (output !== undefined) return resolve(root, output);
  const own = 'loaded' in found ? found.loaded.config.output : undefined;
  return resolve(dirname(findConfig(root, config)), own ?? 'generated');
}

async function generatedFindings(
  root: string,
  options: UpgradeOptions,
  made: GeneratedVersion | null,
): Promise<readonly UpgradeFinding[]> {
  const line = releaseLine(packageVersion);
  if (made !== null && made.version !== line) {
    const message = `The code was generated for svc ${made.version}, and ${packageVersion} is installed.`;
    return [{ part: 'generated', file: made.file, line: made.line, message, todo: generate, isNeeded: true }];
  }
  const { stale, output } = await runGeneration({ ...projectOptions(options), check: true });
  if (stale.length === 0) return [];
  return [
    {
      part: 'generated',
      file: relative(root, output).split(sep).join('/'),
      line: null,
      message: `${stale.length} files would be generated differently.`,
      todo: generate,
      isNeeded: true,
    },
  ];
}

const generate = 'Run svc generate.';

function projectOptions({ config, output }: UpgradeOptions): ConfigOptions {
  return { ...(config !== undefined && { config }), ...(output !== undefined && { output }) };
}

async function migrationFindings(loaded: LoadedConfig): Promise<readonly UpgradeFinding[]> {
  const { openMigrations } = await loadMigrations();
  const { migrations, draft } = await openMigrations(loaded);
  const [first] = draft.lines;
  if (migrations.length === 0 || first === undefined) return [];
  return [
    {
      part: 'migrations',
      file: 'migrations',
      line: null,
      message: `The tables change (${first}${draft.lines.length > 1 ? `, and ${draft.lines.length - 1} more` : ''}).`,
      todo: 'Run svc migrate dev, or svc migrate create and up.',
      isNeeded: true,
    },
  ];
}
