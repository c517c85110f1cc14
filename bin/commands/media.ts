import type { Command } from 'commander';
import { countText, loadMedia, type Media, type MediaProblem, sizeText } from '../../runtime/cli/index.js';
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

/** `svc media`: the bytes of files. */
export function addMedia(program: Command, terminal: Terminal): void {
  const media = program
    .command('media')
    .description('Compare and move the bytes of files, beside a running server too.')
    .addHelpText('after', examples(['svc media check', 'svc media copy --from storage --to bucket']));
  addCheck(media, terminal);
  addCopy(media, terminal);
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

/** Opens the files of the project, and passes them on with what counts them. */
async function withMedia<T>(
  options: ConfigOptions,
  label: string,
  work: (media: Media, seen: () => void) => Promise<T>,
): Promise<T> {
  const [project, { openMedia }] = await Promise.all([loadProject(options), loadMedia()]);
  const media = await openMedia(project);
  const tally = createTally(label);
  try {
    return await work(media, () => tally.add(1));
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
