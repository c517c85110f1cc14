import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { bucketOf } from '../file-faults/bucket.js';
import { killFiles } from '../file-faults/kill-files.js';
import { describeS3, describeWithoutServices } from '../support/services.js';
import { databaseOfProject } from '../support/test-database.js';

/** `npm run file-faults` is the long run of this. */
async function killed(storage: string | null, kills: number): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { SVC_DATABASE_URL: database = `file:${join(folder, 'data.db')}` } = await databaseOfProject(folder);
  const place = storage ?? `file:${join(folder, 'files')}`;
  const report = await killFiles({ root: packageRoot, storage: place, database, kills, seed: 11 });
  expect(report.writes).toBeGreaterThan(0);
  return report.problems;
}

describeWithoutServices('a server that is killed while it receives files', () => {
  test('loses nothing that it confirmed, and leaves nothing', { timeout: 120_000 }, async () => {
    expect(await killed(null, 3)).toEqual([]);
  });
});

describeS3('a server that is killed while it sends files to a bucket', () => {
  test('loses nothing that it confirmed, and leaves nothing', { timeout: 120_000 }, async () => {
    const name = `kills-${randomBytes(4).toString('hex')}`;
    const bucket = await bucketOf(process.env['SVC_TEST_S3_URL'] ?? '', name);
    onTestFinished(bucket.remove);
    expect(await killed(bucket.address, 2)).toEqual([]);
    expect(await bucket.unfinished()).toEqual([]);
  });
});
