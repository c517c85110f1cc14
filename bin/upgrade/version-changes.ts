/** A change that concerns projects of an earlier version. `docs/upgrading.md` shows this table. */
export interface VersionChange {
  /** The version that it came with. */
  readonly version: string;
  /** What has changed. */
  readonly what: string;
  /** What to do in the project. */
  readonly todo: string;
  /** How the places are found that it may concern; null: it is not found in sources. */
  readonly find: SourcePattern | null;
  /** Whether each place that is found has to change; otherwise it is worth a look. */
  readonly isCertain: boolean;
}

export interface SourcePattern {
  /** For people: `imports of the SDK that end in .ts`. */
  readonly title: string;
  /** Paths from the root of the project, with `/`. */
  readonly files: RegExp;
  readonly line: RegExp;
}

const code = /\.[cm]?[jt]sx?$/;

/** Every change that needs something of a project, oldest first. */
export const versionChanges: readonly VersionChange[] = [
  {
    version: '0.2.0',
    what: 'The SDK is JavaScript with type declarations.',
    todo: "Import `generated/sdk/index.js`, or set `sdk: { emit: 'ts' }` in the config.",
    find: {
      title: 'imports from `generated/sdk` that end in `.ts`',
      files: code,
      line: /['"][^'"]*\/sdk\/[\w/-]+\.ts['"]/,
    },
    isCertain: true,
  },
  {
    version: '0.2.0',
    what: '`generated/server.ts` no longer starts a server when it is bundled.',
    todo: 'Bundle a file that calls `serve(createApp())`, or use `svc build`.',
    find: {
      title: 'scripts that bundle `generated/server.ts`',
      files: /(?:^|\/)package\.json$/,
      line: /(?:esbuild|rollup|tsup|ncc)\b.*generated\/server\.ts/,
    },
    isCertain: true,
  },
  {
    version: '0.2.0',
    what: '`svc … --json` has the issues of a config under `issues` (was `faults`).',
    todo: 'Read `issues`.',
    find: {
      title: '`.faults` in scripts',
      files: /\.(?:[cm]?[jt]s|sh|ya?ml)$/,
      line: /\bsvc\b.*--json.*\bfaults\b|\.faults\b/,
    },
    isCertain: false,
  },
  {
    version: '0.2.0',
    what: '`client.auth.me()` returns `{ user: null }` without a login, instead of the error `UNAUTHENTICATED`.',
    todo: 'Ask for `user === null`, where an error was caught.',
    find: { title: 'calls of `auth.me()`', files: code, line: /\bauth\.me\(/ },
    isCertain: false,
  },
  {
    version: '0.2.0',
    what: 'A response that is not JSON of the service has the code `BAD_ANSWER` in the SDK (was `NETWORK`).',
    todo: 'Handle `BAD_ANSWER` too.',
    find: { title: "`'NETWORK'` in sources", files: code, line: /['"]NETWORK['"]/ },
    isCertain: false,
  },
  {
    version: '0.2.0',
    what: 'What `afterRead` returns must be a document of its collection. Unknown keys and wrong types are 500.',
    todo: 'Give computed values a field with `virtual`.',
    find: { title: '`afterRead` in sources', files: code, line: /\bafterRead\b/ },
    isCertain: false,
  },
  {
    version: '0.2.0',
    what: '`required` on a text means at least one character that is not white space.',
    todo: 'Fill stored texts that are blank before the next change of their documents.',
    find: null,
    isCertain: false,
  },
  {
    version: '0.2.0',
    what: 'A boolean, and a select without `hasMany`, with a constant `default` are never null. Stored empty values get the default.',
    todo: 'Remove the `default` where an empty value means something. Checks for null in frontends can go.',
    find: null,
    isCertain: false,
  },
  {
    version: '0.2.0',
    what: 'The slug `svc` is reserved for the routes of the service.',
    todo: 'Give the collection another slug, with a migration that renames its table.',
    find: {
      title: "`slug: 'svc'` in the config",
      files: /(?:^|\/)svc\.config\.[cm]?[jt]s$/,
      line: /\bslug:\s*['"`]svc['"`]/,
    },
    isCertain: true,
  },
  {
    version: '0.2.0',
    what: 'A `pattern` that can take exponential or polynomial time is refused, unless the field has `maxLength`.',
    todo: 'Set `maxLength`, write the pattern differently, or set `unsafePattern: true`. `svc generate` names the field.',
    find: null,
    isCertain: false,
  },
  {
    version: '0.2.0',
    what: 'A filter has a budget: above it a list is 400 and names the most expensive condition. The text of `contains` has at most 1,000 characters.',
    todo: 'Make such filters narrower. docs/filtering.md says what a condition costs.',
    find: null,
    isCertain: false,
  },
  {
    version: '0.2.0',
    what: 'Lists are neither filtered nor sorted by `url`, `sizes` and `thumbhash` of files (400).',
    todo: 'Find a file by its `id`, `filename` or `checksum`.',
    find: null,
    isCertain: false,
  },
  {
    version: '0.2.0',
    what: 'A replay has the header `Idempotency-Replayed` (was `Idempotent-Replayed`). Another body with a known key is 409 (was 400), and too many operations of a bulk are 413 (was 400).',
    todo: 'Read the new header, and handle the new codes.',
    find: { title: '`Idempotent-Replayed` in sources', files: code, line: /Idempotent-Replayed/i },
    isCertain: true,
  },
  {
    version: '0.2.0',
    what: 'OpenAPI: items of lists and results of reads have one schema instead of a union where a collection has no drafts.',
    todo: 'Generate clients of other languages from the document again, and compile what uses them.',
    find: null,
    isCertain: false,
  },
  {
    version: '0.2.0',
    what: '`svc_long_reads` and `svc_long_reads_total` have the label `kind`.',
    todo: 'Sum over the label, or choose a kind, in panels and alerts.',
    find: {
      title: '`svc_long_reads` in files of metrics',
      files: /\.(?:json|ya?ml|rules|libsonnet)$/,
      line: /\bsvc_long_reads/,
    },
    isCertain: false,
  },
];
