import { Command } from 'commander';
import { loadDotEnv, packageVersion } from '../runtime/cli/index.js';
import { addAuth } from './commands/auth.js';
import { addBuild } from './commands/build.js';
import { addContract } from './commands/contract.js';
import { addDev } from './commands/dev.js';
import { addDoctor } from './commands/doctor.js';
import { addExport } from './commands/export.js';
import { addGenerate } from './commands/generate.js';
import { addImport } from './commands/import.js';
import { addInit } from './commands/init.js';
import { addMedia } from './commands/media.js';
import { addMigrate } from './commands/migrate.js';
import { addRun } from './commands/run.js';
import { addSearch } from './commands/search.js';
import { addSeed } from './commands/seed.js';
import { addStart } from './commands/start.js';
import { addTrash } from './commands/trash.js';
import { addUpgrade } from './commands/upgrade.js';
import { examples } from './options.js';
import type { Terminal } from './terminal/terminal.js';

/** The whole command line. Commands load their dependencies only when they run: `svc --help` stays fast. */
export function buildProgram(terminal: Terminal): Command {
  const program = new Command('svc')
    .description('One config in; a typed Express server, an OpenAPI document and a client SDK out.')
    .version(packageVersion, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showSuggestionAfterError()
    .exitOverride()
    // `run` prints each error once, to stderr.
    .configureOutput({ outputError: () => {} });
  program.hook('preAction', () => loadDotEnv(process.cwd()));
  for (const add of [
    addInit,
    addGenerate,
    addDev,
    addBuild,
    addStart,
    addRun,
    addSeed,
    addMigrate,
    addContract,
    addDoctor,
    addUpgrade,
    addAuth,
    addExport,
    addImport,
    addMedia,
    addTrash,
    addSearch,
  ])
    add(program, terminal);
  program.addHelpText(
    'after',
    `${examples(['svc init my-app', 'svc dev', 'svc generate --check'])}

Exit codes: 0 done, 1 failed, 2 wrong usage. Every command reads .env from the current folder.`,
  );
  return program;
}
