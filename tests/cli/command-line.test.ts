import { describe, expect, test } from 'vitest';
import { svc, temporaryFolder } from '../support/svc-command.js';

const commands = ['init', 'generate', 'dev', 'build', 'start', 'doctor', 'auth'];
const cwd = import.meta.dirname;

describe('help', () => {
  test('svc --help names every command, an example and the exit codes', async () => {
    const { code, stdout, stderr } = await svc(['--help'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    expect(stdout).toContain('$ svc init my-app');
    expect(stdout).toContain('Exit codes: 0 done, 1 failed, 2 wrong usage.');
  });

  test.each(commands)('svc %s --help says what it does, with an example', async (command) => {
    const { code, stdout, stderr } = await svc([command, '--help'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: svc ${command}`);
    expect(stdout).toMatch(new RegExp(`Examples?:\\n {2}\\$ svc ${command}`));
  });

  test('svc help generate is svc generate --help', async () => {
    const [help, option] = await Promise.all([
      svc(['help', 'generate'], { cwd }),
      svc(['generate', '--help'], { cwd }),
    ]);
    expect(help).toEqual(option);
  });

  test('svc --version prints the version of the package', async () => {
    expect(await svc(['--version'], { cwd })).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });
});

describe('wrong usage is exit code 2 and one line on stderr', () => {
  test.each([
    [['genrate'], "error: unknown command 'genrate'; did you mean generate?"],
    [['migrate'], 'error: `svc migrate` needs a command; see `svc migrate --help`'],
    [['auth'], 'error: `svc auth` needs a command; see `svc auth --help`'],
    [['auth', 'key'], 'error: `svc auth key` needs a command; see `svc auth key --help`'],
    [['auth', 'bootstap'], "error: unknown command 'bootstap'; did you mean bootstrap?"],
    [['auth', 'key', 'nothing'], "error: unknown command 'nothing'; see `svc auth key --help`"],
    [
      ['auth', 'bootstrap', '-e', 'ada@example.com'],
      "error: required option '-p, --password <password>' not specified; see `svc auth bootstrap --help`",
    ],
    [
      ['auth', 'key', 'create', '--name', 'ci'],
      'error: set what the key may do: --role <role> or --scope <scope>',
    ],
    [
      ['auth', 'key', 'create', '--name', 'ci', '--role', 'admin', '--scope', 'posts:read'],
      "error: option '--scope <scope...>' cannot be used with option '--role <role>'; see `svc auth key create --help`",
    ],
    [['auth', 'key', 'revoke'], "error: missing required argument 'id'; see `svc auth key revoke --help`"],
    [['help', 'nothing'], "error: unknown command 'nothing'; see `svc --help`"],
    [['--versoin'], "error: unknown option '--versoin'; did you mean --version?"],
    [['dev', '--port', '4010'], "error: unknown option '--port'; the port is a variable: PORT=4010 svc dev"],
    [['start', '--port=80'], "error: unknown option '--port'; the port is a variable: PORT=80 svc start"],
    [['dev', '-p'], "error: unknown option '-p'; the port is a variable: PORT=4000 svc dev"],
    [['dev', '--prot'], "error: unknown option '--prot'; see `svc dev --help`"],
    [['generate', '--chek'], "error: unknown option '--chek'; did you mean --check?"],
    [
      ['generate', '--config'],
      "error: option '-c, --config <file>' argument missing; see `svc generate --help`",
    ],
    [
      ['generate', 'x'],
      "error: too many arguments for 'generate'. Expected 0 arguments but got 1; see `svc generate --help`",
    ],
    [
      ['generate', '--watch', '--check'],
      "error: option '--check' cannot be used with option '--watch'; see `svc generate --help`",
    ],
    [
      ['init', 'a', 'b'],
      "error: too many arguments for 'init'. Expected 1 argument but got 2; see `svc init --help`",
    ],
    [['init', ''], "error: the folder's name is empty; use `svc init my-app` or `svc init .`."],
  ])('svc %j', async (args, line) => {
    using folder = temporaryFolder();
    expect(await svc(args, { cwd: folder.path })).toEqual({ code: 2, stdout: '', stderr: `${line}\n` });
  });

  test('svc alone prints its help on stderr', async () => {
    const { code, stdout, stderr } = await svc([], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: svc [options] [command]');
  });
});
