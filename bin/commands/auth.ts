import type { Command } from 'commander';
import { type ConfigOptions, configOption, examples, jsonOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';
import { addKeyCommands } from './auth-key.js';

interface BootstrapCommandOptions extends ConfigOptions {
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly json?: boolean;
}

export function addAuth(program: Command, terminal: Terminal): void {
  const auth = program
    .command('auth')
    .description('Create the first administrator, and manage API keys, in the database of the config.')
    .helpCommand(false)
    // Without a subcommand it prints one line, like every wrong usage.
    .configureOutput({ outputError: () => {}, writeErr: () => {} })
    .addHelpText(
      'after',
      examples([
        'svc auth bootstrap -e ada@example.com -p - -r super_admin',
        'svc auth key create --name ci --role editor',
        'svc auth key list',
      ]),
    );
  auth
    .command('bootstrap')
    .description(
      'Create the first super_admin, if there is none. Creates the tables of an empty database first.',
    )
    .requiredOption('-e, --email <email>', 'the address to log in with')
    .requiredOption('-p, --password <password>', 'the password; "-" reads it from standard input')
    .option('-r, --role <role>', 'the role', 'super_admin')
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        'svc auth bootstrap -e ada@example.com -p - -r super_admin < password.txt',
        "svc auth bootstrap -e ada@example.com -p 'Violet-Tram-7-Lantern' -r super_admin",
      ]),
    )
    .action(async ({ email, password, role, json, ...config }: BootstrapCommandOptions) => {
      const [{ readPassword }, { bootstrap }] = await Promise.all([
        import('../auth/read-password.js'),
        import('../auth/bootstrap.js'),
      ]);
      const user = await bootstrap(config, { email, password: await readPassword(password), role });
      if (json) terminal.json({ ok: true, user: { id: user.id, email: user.email, role: user.role } });
      else
        terminal.line(`Created the ${user.role} ${terminal.colours.bold(user.email)}, who can log in now.`);
    });
  addKeyCommands(auth, terminal);
}
