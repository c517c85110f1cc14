/**
 * In a process of its own for each time zone: a process reads `TZ` at its start, and may keep what it has
 * found when that changes.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';

const source = readFileSync(new URL('./local-time.ts', import.meta.url), 'utf8');
const module = transformSync(source, { loader: 'ts', format: 'esm' }).code;

/** Runs the module with an expression about it in a time zone; returns the value. */
function inZone(zone: string, expression: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, TZ: zone };
    const child = execFile(process.execPath, ['--input-type=module'], { env }, (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout)),
    );
    child.stdin?.end(`${module}\nprocess.stdout.write(JSON.stringify(${expression}));`);
  });
}

const times = ['2026-03-29T01:30:00.000Z', '2026-07-01T23:59:59.000Z', '0999-01-01T12:00:00.000Z'];

const roundTrips = `${JSON.stringify(times)}.map((time) => fromLocalInput(toLocalInput(time)))`;

test.concurrent.each(['Asia/Kathmandu', 'America/St_Johns'])(
  'a time goes into an input and back without a change in %s',
  async (zone) => {
    expect(await inZone(zone, roundTrips)).toEqual(times);
  },
);

test.concurrent('an input shows the time of the clock on the wall', async () => {
  const shown = await inZone(
    'Europe/Berlin',
    `({
      input: toLocalInput('2026-07-01T10:00:00.000Z'),
      zone: zoneName('en', new Date('2026-07-01T10:00:00.000Z')),
      empty: [toLocalInput(null), fromLocalInput(''), fromLocalInput('2026-13-01T10:00')],
      times: ${roundTrips},
    })`,
  );
  expect(shown).toEqual({
    input: '2026-07-01T12:00',
    zone: 'Europe/Berlin (GMT+2)',
    empty: ['', null, null],
    times,
  });
});

test.concurrent('milliseconds are not shown, and stay where the time is not changed', async () => {
  const stored = '2026-07-01T10:00:12.345Z';
  const shown = await inZone(
    'UTC',
    `({
      inputs: [toLocalInput('${stored}'), toLocalInput('2026-07-01T10:00:00.345Z')],
      changed: [
        changedTime('${stored}', '2026-07-01T10:00:12'),
        changedTime('${stored}', '2026-07-01T10:00:13'),
        changedTime('${stored}', ''),
        changedTime(null, ''),
      ],
      times: ${roundTrips},
    })`,
  );
  expect(shown).toEqual({
    inputs: ['2026-07-01T10:00:12', '2026-07-01T10:00'],
    changed: [stored, '2026-07-01T10:00:13.000Z', null, null],
    times,
  });
});
