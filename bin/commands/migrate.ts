import type { Command } from 'commander';
import { shownPath } from '../../runtime/cli/index.js';
import { type ConfigOptions, configOption, examples, jsonOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';
import { addMigrateCopy } from './migrate-copy.js';
import { addMigrateDev } from './migrate-dev.js';
import { addMigrateDown } from './migrate-down.js';
import { addMigrateStatus } from './migrate-status.js';
import { addMigrateUp } from './migrate-up.js';

interface CreateOptions extends ConfigOptions {
  readonly name?: string;
  readonly confirmDrop?: readonly string[];
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function addMigrate(program: Command, terminal: Terminal): void {
  const migrate = program
    .command('migrate')
    .description(
      'Create and run migrations: SQL files in migrations/ that change the database from one config to the next.',
    )
    .helpCommand(false)
    .configureOutput({ outputError: () => {}, writeErr: () => {} })
    .addHelpText(
      'after',
      examples([
        'svc migrate dev',
        'svc migrate create --name add-subtitle',
        'svc migrate up',
        'svc migrate status --check',
        'svc migrate down',
      ]),
    );
  addMigrateDev(migrate, terminal);
  addMigrateCreate(migrate, terminal);
  addMigrateUp(migrate, terminal);
  addMigrateDown(migrate, terminal);
  addMigrateStatus(migrate, terminal);
  addMigrateCopy(migrate, terminal);
}

function addMigrateCreate(migrate: Command, terminal: Terminal): void {
  migrate
    .command('create')
    .description('Write the migration from the last one to the config. Needs no database and no secret.')
    .addOption(configOption())
    .option('--name <name>', 'the name of the migration (default: from the change)')
    .option(
      '--confirm-drop <what...>',
      'what may be lost: posts.body, tags, posts:drafts, posts:versions, posts:trash, posts:files',
    )
    .option('--yes', 'do not ask')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        'svc migrate create --name add-subtitle',
        'svc migrate create --confirm-drop posts.body tags',
      ]),
    )
    .action(async ({ name, confirmDrop = [], yes = false, json = false, ...options }: CreateOptions) => {
      const { openMigrationProject } = await import('../migrate/open-project.js');
      const { changesText, createdJson, createMigration } = await import('../migrate/create-migration.js');
      const project = await openMigrationProject(options);
      const request = { confirmed: confirmDrop, isSilent: yes || json, ...(name !== undefined && { name }) };
      const created = await createMigration(project, request);
      if (json) {
        terminal.json(createdJson(created, project));
        return;
      }
      const { colours, line } = terminal;
      if (created === null) {
        line('Nothing to do: the config has not changed since the last migration.');
        if (project.outdated !== null) line(remakeAdvice(project.outdated));
        return;
      }
      for (const change of project.draft.lines) line(`  ${change}`);
      for (const file of created.files) line(`${colours.green('+')} ${shownPath(file)}`);
      line(
        `Created ${colours.bold(created.name)} for ${changesText(project)}; read it, then run ${colours.bold('svc migrate up')}`,
      );
    });
}

function remakeAdvice(migration: string): string {
  return `${migration} would be different if it were created now. If it has not run in any database, delete migrations/${migration}.* and run svc migrate create again.`;
}
