/** The `svc` commands in a shell script, held to the program that parses them. */
import type { Command } from 'commander';
import { buildProgram } from '../../bin/program.js';
import { processTerminal } from '../../bin/terminal/terminal.js';

const invocation =
  /(?:^|[;&|(] *|\w+=\S+ )(?:npx (?:--yes )?(?:svc|\.\/svc-[\d.]+\.tgz)|svc)(?: ([^;&|>)#\n]*))?/gm;

/** What is wrong with the commands of a script: unknown names and options, and too many arguments. */
export function commandIssues(script: string): readonly string[] {
  const joined = script.replace(/\\\n/g, ' ');
  return [...joined.matchAll(invocation)].flatMap(([, line = '']) => {
    const args = line
      .trim()
      .split(/\s+/)
      .filter((each) => each !== '');
    return issuesOf(args).map((issue) => `svc ${line.trim()}: ${issue}`);
  });
}

function issuesOf(args: readonly string[]): readonly string[] {
  let command: Command = buildProgram(processTerminal());
  let rest = [...args];
  while (command.commands.length > 0) {
    const [name] = rest;
    const next = command.commands.find((each) => each.name() === name);
    if (next === undefined) return name?.startsWith('-') ? [] : [`there is no command "${name ?? ''}"`];
    command = next;
    rest = rest.slice(1);
  }
  const { operands, unknown } = command.parseOptions(rest);
  const most = command.registeredArguments.some(({ variadic }) => variadic)
    ? Number.POSITIVE_INFINITY
    : command.registeredArguments.length;
  return [
    ...unknown.map((option) => `there is no option "${option}"`),
    ...(operands.length > most ? [`it takes ${most} arguments`] : []),
  ];
}
