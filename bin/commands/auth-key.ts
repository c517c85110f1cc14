import { type Command, Option } from 'commander';
import { UsageError } from '../command-error.js';
import { type ConfigOptions, configOption, examples, jsonOption } from '../options.js';
import type { Terminal } from '../terminal/terminal.js';

interface KeyOptions extends ConfigOptions {
  readonly json?: boolean;
}

interface CreateOptions extends KeyOptions {
  readonly name: string;
  readonly role?: string;
  readonly scope?: readonly string[];
  readonly expires?: string;
}

export function addKeyCommands(auth: Command, terminal: Terminal): void {
  const key = auth
    .command('key')
    .description('Create, list and revoke API keys.')
    .helpCommand(false)
    // Without a subcommand it prints one line, like every wrong usage.
    .configureOutput({ outputError: () => {}, writeErr: () => {} })
    .addHelpText('after', examples(['svc auth key create --name ci --role editor', 'svc auth key list']));
  addCreate(key, terminal);
  addList(key, terminal);
  addRevoke(key, terminal);
}

const maxNameLength = 100;

function addCreate(key: Command, terminal: Terminal): void {
  key
    .command('create')
    .description('Create an API key, and print it. It is shown only once.')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--role <role>', 'the key may do what this role may')
    .addOption(
      new Option(
        '--scope <scope...>',
        'the key may do only this, such as posts:read or globals.site:update; several are allowed',
      ).conflicts('role'),
    )
    .option('--expires <when>', 'a date, a number of days such as 30d, or never (default: in a year)')
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples([
        'svc auth key create --name ci --role editor',
        'svc auth key create --name website --scope posts:read pages:read --expires 90d',
      ]),
    )
    .action(async ({ name, role, scope, expires, json, ...config }: CreateOptions) => {
      if (role === undefined && scope === undefined) {
        throw new UsageError('set what the key may do: --role <role> or --scope <scope>');
      }
      const title = name.trim();
      if (title === '' || title.length > maxNameLength) {
        throw new UsageError(`--name takes 1 to ${maxNameLength} characters`);
      }
      const [{ keyExpiry }, { createKey }, { dayText, keyJson, rightsText }] = await Promise.all([
        import('../auth/key-expiry.js'),
        import('../auth/keys.js'),
        import('../auth/show-keys.js'),
      ]);
      const expiresAt = keyExpiry(expires, Date.now());
      const rights = { role: role ?? null, scopes: scope ?? null };
      const { record, key: text } = await createKey(config, { name: title, ...rights, expiresAt });
      if (json) {
        terminal.json({ ok: true, apiKey: keyJson(record), key: text });
        return;
      }
      const end = expiresAt === null ? 'without expiry' : `until ${dayText(expiresAt)}`;
      terminal.line(
        `Created the API key ${JSON.stringify(title)} (${record.id}): ${rightsText(record)}, ${end}.`,
      );
      terminal.line('It is shown only once:');
      terminal.line(text);
    });
}

function addList(key: Command, terminal: Terminal): void {
  key
    .command('list')
    .description('List every API key, newest first, without the keys themselves.')
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc auth key list', 'svc auth key list --json']))
    .action(async ({ json, ...config }: KeyOptions) => {
      const [{ listKeys }, { keyJson, printKeys }] = await Promise.all([
        import('../auth/keys.js'),
        import('../auth/show-keys.js'),
      ]);
      const keys = await listKeys(config);
      if (json) terminal.json({ ok: true, apiKeys: keys.map(keyJson) });
      else printKeys(keys, terminal, Date.now());
    });
}

function addRevoke(key: Command, terminal: Terminal): void {
  key
    .command('revoke')
    .description('Revoke an API key immediately, also on running servers.')
    .argument('<id>', 'its id, as `svc auth key list` shows it')
    .addOption(configOption())
    .addOption(jsonOption())
    .addHelpText('after', examples(['svc auth key revoke 019aa1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b']))
    .action(async (id: string, { json, ...config }: KeyOptions) => {
      const { revokeKey } = await import('../auth/keys.js');
      await revokeKey(config, id);
      if (json) terminal.json({ ok: true, id });
      else terminal.line(`Revoked the API key ${id}.`);
    });
}
