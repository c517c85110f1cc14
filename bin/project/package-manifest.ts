import { driverScripts } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';

type Json = Readonly<Record<string, unknown>>;

/** The parts of a package.json that a project of svc needs. */
export interface ManifestParts {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const scripts = {
  dev: 'svc dev',
  generate: 'svc generate',
  build: 'svc build',
  start: 'svc start',
  typecheck: 'svc generate && tsc',
};

/** These compile or unpack a binary at installation; npm requires their names. */
const allowScripts = { argon2: true, ...driverScripts, esbuild: true };

/** A new project's package.json. */
export function newManifest({ name, dependencies, devDependencies }: ManifestParts): Json {
  return { name, private: true, type: 'module', scripts, dependencies, devDependencies, allowScripts };
}

export interface MergedManifest {
  readonly manifest: Json;
  /** What was added or changed, as text. */
  readonly changes: readonly string[];
}

export interface MergeOptions extends ManifestParts {
  /** Other files in the folder would be interpreted differently if `type` changed. */
  readonly hasOtherFiles: boolean;
}

/** An existing package.json with the missing parts added; of its values only `type` is changed. */
export function mergeManifest(text: string, options: MergeOptions): MergedManifest {
  const own = parseManifest(text);
  const named = new Set([...names(own['dependencies']), ...names(own['devDependencies'])]);
  const missing = (list: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(list).filter(([name]) => !named.has(name)));
  const changes: string[] = [];
  const manifest: Record<string, unknown> = { ...own };
  if (own['type'] !== 'module') {
    refuseIfFilesWouldChange(own['type'], options.hasOtherFiles);
    manifest['type'] = 'module';
    changes.push('"type" is "module"');
  }
  const add = (key: string, values: Json): void => {
    const present = asObject(own[key], key);
    const added = Object.entries(values).filter(([name]) => !Object.hasOwn(present, name));
    if (added.length === 0) return;
    manifest[key] = { ...present, ...Object.fromEntries(added) };
    changes.push(`${key}: ${added.map(([name]) => name).join(', ')}`);
  };
  add('scripts', scripts);
  add('dependencies', missing(options.dependencies));
  add('devDependencies', missing(options.devDependencies));
  add('allowScripts', allowScripts);
  return { manifest, changes };
}

function parseManifest(text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch (cause) {
    throw new CommandError('package.json here is not valid JSON: fix it first, then run `svc init` again.', {
      cause,
    });
  }
  return asObject(value, 'package.json');
}

function asObject(value: unknown, what: string): Json {
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new CommandError(`package.json here is not valid for npm: ${what} must be an object.`);
}

function names(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function refuseIfFilesWouldChange(type: unknown, hasOtherFiles: boolean): void {
  if (!hasOtherFiles || type === undefined) return;
  throw new CommandError(
    `package.json here has "type": ${JSON.stringify(type)}, and svc projects are ES modules: set it to "module", or use another folder.`,
  );
}
