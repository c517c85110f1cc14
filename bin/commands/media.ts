import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  countText,
  loadMedia,
  type Media,
  type MediaProblem,
  type Project,
  sizeText,
} from '../../runtime/cli/index.js';
import { CommandError, UsageError } from '../command-error.js';
import { loadProject } from '../load-project.js';
import { type ConfigOptions, configOption, examples, jsonOption } from '../options.js';
import { createTally } from '../terminal/tally.js';
import type { Terminal } from '../terminal/terminal.js';

interface CheckOptions extends ConfigOptions {
  readonly checksums?: boolean;
  readonly fix?: boolean;
  readonly json?: boolean;
}

interface CopyOptions extends ConfigOptions {
  readonly from: string;
  readonly to: string;
  readonly json?: boolean;
}

interface RegenerateOptions extends ConfigOptions {
  readonly collection?: string;
  readonly size?: string;
  readonly missing?: boolean;
  readonly jobs: number;
  readonly json?: boolean;
}

/** `svc media`: the bytes of files. */
export function addMedia(program: Command, terminal: Terminal): void {
  const media = program
    .command('media')
    .description(
      'Compare and move the bytes of files, and make sizes of images, beside a running server too.',
    )
    .addHelpText('after', examples(['svc media check', 'svc media copy --from storage --to bucket']));
  addCheck(media, terminal);
  addCopy(media, terminal);
  addRegenerate(media, terminal);
}

function addCheck(media: Command, terminal: Terminal): void {
  media
    .command('check')
    .description('Compare the records of files with the storages that have their bytes.')
    .option('--checksums', 'also read all files, and compare their content')
    .option('--fix', 'remove objects of files that no record knows, if they are older than a day')
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc media check', 'svc media check --checksums --json']))
    .action(async ({ checksums = false, fix = false, json, ...config }: CheckOptions) => {
      const { checkMedia } = await loadMedia();
      const { files, bytes, problems } = await withMedia(config, 'Checked', (opened, seen) =>
        checkMedia(opened, { checksums, fix, now: Date.now(), seen }),
      );
      const left = problems.filter(({ removed }) => !removed);
      const result = { ok: left.length === 0, files, bytes, problems };
      if (!json) for (const problem of problems) terminal.line(lineOf(problem));
      if (left.length > 0) {
        const text = `${countText(left.length, 'object')} of ${countText(files, 'file')} ${left.length === 1 ? 'is' : 'are'} not as recorded.`;
        throw new CommandError(text, { json: result });
      }
      if (json) terminal.json(result);
      else terminal.line(`${countText(files, 'file')} (${sizeText(bytes)}): all as recorded.`);
    });
}

function addCopy(media: Command, terminal: Terminal): void {
  media
    .command('copy')
    .description('Copy files from one storage of the config to another, and read them there from then on.')
    .requiredOption('--from <storage>', 'where they are: "storage", or a name in `storages`')
    .requiredOption('--to <storage>', 'where they go')
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc media copy --from storage --to bucket']))
    .action(async ({ from, to, json, ...config }: CopyOptions) => {
      if (from === to) throw new UsageError('--from and --to name the same storage');
      const { copyMedia } = await loadMedia();
      const report = await withMedia(config, 'Copied', (opened, seen) =>
        copyMedia(opened, { from, to, seen }),
      );
      const { copied, bytes, there, failed } = report;
      const result = { ok: failed.length === 0, ...report };
      if (failed.length > 0) {
        if (!json) for (const key of failed) terminal.line(`not as recorded in ${from}: ${key}`);
        const text = `${countText(failed.length, 'file')} could not be copied; ${countText(copied, 'file')} copied.`;
        throw new CommandError(text, { json: result });
      }
      if (json) terminal.json(result);
      else
        terminal.line(
          `Copied ${countText(copied, 'file')} (${sizeText(bytes)}) to ${to}; ${there} were there.`,
        );
    });
}

function addRegenerate(media: Command, terminal: Terminal): void {
  media
    .command('regenerate')
    .description('Make the sizes of images again, by what the config says now. Originals stay as they are.')
    .option('--collection <slug>', 'only images of this collection')
    .option('--size <name>', 'only this size')
    .option('--missing', 'only sizes that are not there')
    .addOption(new Option('--jobs <number>', 'processes that make images').default(1).argParser(numberOfJobs))
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(['svc media regenerate --missing', 'svc media regenerate --size thumbnail']),
    )
    .action(async ({ collection, size, missing = false, jobs, json, ...config }: RegenerateOptions) => {
      const { regenerateMedia } = await loadMedia();
      const resumed = (images: number): void => {
        if (!json) terminal.line(`Goes on after ${countText(images, 'image')}, where it was stopped.`);
      };
      const report = await withMedia(
        config,
        'Images',
        (opened, seen, project) =>
          regenerateMedia(opened, project, { collection, size, missing, jobs, seen, resumed }),
        imagesPerLine,
      );
      const { images, made, unchanged, failed } = report;
      const result = { ok: failed.length === 0, ...report };
      if (failed.length > 0) {
        if (!json) for (const key of failed) terminal.line(`missing or damaged: ${key}`);
        const text = `${countText(failed.length, 'image')} of ${images} failed; ${countText(made, 'size')} made.`;
        throw new CommandError(text, { json: result });
      }
      if (json) terminal.json(result);
      else
        terminal.line(
          `Made ${countText(made, 'size')} of ${countText(images, 'image')}; ${unchanged} unchanged.`,
        );
    });
}

/** An image takes longer than other items do. */
const imagesPerLine = 20;

/** As many as the config may have. */
const maxJobs = 64;

function numberOfJobs(value: string): number {
  const jobs = /^\d{1,2}$/.test(value) ? Number(value) : 0;
  if (jobs >= 1 && jobs <= maxJobs) return jobs;
  throw new InvalidArgumentError(`It must be a number from 1 to ${maxJobs}.`);
}

/** Opens the files of the project, and passes them on with what counts them. */
async function withMedia<T>(
  options: ConfigOptions,
  label: string,
  work: (media: Media, seen: () => void, project: Project) => Promise<T>,
  every?: number,
): Promise<T> {
  const [project, { openMedia }] = await Promise.all([loadProject(options), loadMedia()]);
  const media = await openMedia(project);
  const tally = createTally(label, process.stderr, every);
  try {
    return await work(media, () => tally.add(1), project);
  } finally {
    tally.end();
    await media.close();
  }
}

const texts: Readonly<Record<MediaProblem['kind'], string>> = {
  missing: 'missing',
  unknown: 'unknown',
  wrongLength: 'wrong length',
  wrongContent: 'wrong content',
};

function lineOf({ kind, storage, key, removed }: MediaProblem): string {
  return `${texts[kind]}${removed ? ', removed' : ''} in ${storage}: ${key}`;
}
