import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from '../../bin/program.js';
import { processTerminal } from '../../bin/terminal/terminal.js';

const text = readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8');
const { commands } = buildProgram(processTerminal());

/** A command and its subcommands. */
function withInner(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withInner)];
}

test('docs/cli.md has a section for every command, and for no other', () => {
  const sections = [...text.matchAll(/^## svc (\S+)/gm)].map(([, name]) => name);
  expect(sections).toEqual(commands.map((command) => command.name()));
});

test('docs/cli.md names every option, and no other', () => {
  const options = new Set(
    commands.flatMap(withInner).flatMap((command) => command.options.map(({ long }) => long)),
  );
  const named = new Set([...text.matchAll(/(?<![\w-])--[a-z]+[a-z-]*/g)].map(([name]) => name));
  // Options of svc itself, of every command, and of Node.
  for (const other of ['--help', '--version', '--enable-source-maps']) named.delete(other);
  expect([...named].sort()).toEqual([...options].sort());
});
