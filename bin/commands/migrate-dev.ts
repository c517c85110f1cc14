import type { Command } from 'commander';
import { type ConfigOptions, configOption, examples, jsonOption, outputOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

interface DevCommandOptions extends ConfigOptions {
  readonly name?: string;
  readonly confirmDrop?: readonly string[];
  readonly yes?: boolean;
  readonly next?: boolean;
  readonly reset?: boolean;
  readonly devHost?: readonly string[];
  readonly json?: boolean;
}

export function addMigrateDev(migrate: Command, terminal: Terminal): void {
  migrate
    .command('dev')
    .description(
      'Create the migration of the config, or create the last one again, run it in the development database, and generate.',
    )
    .addOption(configOption())
    .addOption(outputOption())
    .option('--name <name>', 'the name of the migration (default: asked, or from the change)')
    .option(
      '--confirm-drop <what...>',
      'what may be lost: posts.body, tags, posts:drafts, posts:versions, posts:trash, posts:files',
    )
    .option('--yes', 'create the last migration again, and drop data that svc dev has kept, without asking')
    .option('--next', 'create the next migration, whatever the last one is')
    .option('--reset', 'if the database does not fit the files, empty it without asking')
    .option('--dev-host <host...>', 'hosts of database servers for development, besides this machine')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(['svc migrate dev', 'svc migrate dev --name add-subtitle', 'svc migrate dev --yes --reset']),
    )
    .action(async (given: DevCommandOptions) => {
      const { name, confirmDrop = [], yes = false, next = false, reset = false, devHost = [] } = given;
      const { json = false, ...options } = given;
      const { openMigrationProject } = await import('../migrate/open-project.js');
      const { developMigrations } = await import('../migrate/develop-migrations.js');
      const { developedJson, developedLines } = await import('../migrate/developed-report.js');
      const { generationJson, printGeneration, runGeneration } = await import('../generate/generation.js');
      const project = await openMigrationProject(options);
      const developed = await developMigrations(project, {
        ...{ confirmed: confirmDrop, isConfirmed: yes, isNext: next, mayReset: reset, hosts: devHost },
        ...{ isSilent: json, note: json ? terminal.error : terminal.line },
        ...(name !== undefined && { name }),
      });
      const generation = await runGeneration(generationOptions(options));
      if (json) {
        terminal.json({ ...developedJson(developed), generated: generationJson(generation) });
        return;
      }
      for (const text of developedLines(developed, terminal.colours)) terminal.line(text);
      printGeneration(generation, terminal);
    });
}

function generationOptions({ config, output }: ConfigOptions): ConfigOptions {
  return { ...(config !== undefined && { config }), ...(output !== undefined && { output }) };
}
