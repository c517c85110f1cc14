/** The queue of the sizes of images, with as many instances as there are makers. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ImagePool } from '../../runtime/files/images/image-pool.js';
import { markDead } from '../../runtime/files/records/file-table.js';
import { countWaiting, findSize, sizesOfFiles } from '../../runtime/files/records/size-table.js';
import { takeSizes } from '../../runtime/files/records/taken-sizes.js';
import { picture } from '../support/image-files.js';

import { openPlace, wanted } from './support/size-place.js';

test('of two instances, one makes the sizes of an image, the smallest first', async () => {
  const place = await openPlace();
  const [one, other] = [place.instance(), place.instance()];
  const files = [];
  for (let count = 0; count < 4; count += 1) files.push(await place.add(await picture().png().toBuffer()));
  expect(await countWaiting(place.driver, 3)).toBe(3);
  await Promise.all([one.run(), other.run()]);
  expect(await countWaiting(place.driver, 3)).toBe(0);
  expect(place.written).toHaveLength(8);
  for (const { id } of files) {
    const made = await sizesOfFiles(place.driver, [id]);
    expect(made.map(({ name, state }) => [name, state])).toEqual([
      ['large-2', 'made'],
      ['small-1', 'made'],
    ]);
    expect(readdirSync(join(place.folder, 'photos', id)).sort()).toEqual(['large-2', 'original', 'small-1']);
  }
});

test('what an instance was making when it was killed is made by another, later', async () => {
  const place = await openPlace();
  const { id } = await place.add(await picture().png().toBuffer());
  const { now } = place.time;
  const taken = await place.driver.briefTransaction((connection) =>
    takeSizes(connection, id, { now, until: now + 60_000 }),
  );
  expect(taken).toHaveLength(2);
  const other = place.instance();
  place.time.now += 59_000;
  await other.run();
  expect(place.written).toEqual([]);
  place.time.now += 2_000;
  await other.run();
  expect(place.written).toEqual(['small-1', 'large-2']);
});

test('a request makes a size at once, and many requests make it once', async () => {
  const place = await openPlace();
  const maker = place.instance();
  const live = await place.add(await picture().png().toBuffer());
  const [, large] = wanted(live.id);
  if (large === undefined) throw new Error('There are two sizes.');
  const made = await Promise.all(Array.from({ length: 10 }, () => maker.ensure(live, large)));
  expect(new Set(made.map((row) => row.made?.checksum)).size).toBe(1);
  await maker.run();
  expect(place.written).toEqual(['large-2', 'small-1']);
});

test('a request waits for the instance that makes its size, so that the bytes are those of the record', async () => {
  const place = await openPlace();
  const [one, other] = [place.instance(), place.instance()];
  const live = await place.add(await picture(400, 300).png().toBuffer());
  const [, large] = wanted(live.id);
  if (large === undefined) throw new Error('There are two sizes.');
  const [, found] = await Promise.all([one.run(), other.ensure(live, large)]);
  await Promise.all([one.ensure(live, large), other.run()]);
  expect(place.written.toSorted()).toEqual(['large-2', 'small-1']);
  const stored = readFileSync(join(place.folder, 'photos', live.id, 'large-2'));
  const checksum = `sha256-${createHash('sha256').update(stored).digest('base64')}`;
  expect(found.made).toMatchObject({ bytes: stored.length, checksum });
});

test('an image that cannot be decoded is given up, and its sizes with it', async () => {
  const place = await openPlace();
  const maker = place.instance();
  const live = await place.add(Buffer.from('no image at all'));
  await maker.run();
  const [small] = wanted(live.id);
  if (small === undefined) throw new Error('There are two sizes.');
  expect((await findSize(place.driver, small))?.state).toBe('failed');
  expect(await countWaiting(place.driver, 1)).toBe(0);
  await expect(maker.ensure(live, small)).rejects.toMatchObject({ reason: 'undecodable' });
});

test('an image that is deleted, or was tried often, no longer counts as waiting', async () => {
  const { driver, add } = await openPlace();
  const [deleted, tried] = [await add(Buffer.from('deleted')), await add(Buffer.from('tried'))];
  expect(await countWaiting(driver, 3)).toBe(2);
  await driver.briefTransaction((connection) => markDead(connection, [deleted.id], 1_000_000));
  expect(await countWaiting(driver, 3)).toBe(1);
  for (let now = 1_000_000; now < 1_000_004; now += 1) {
    expect(await countWaiting(driver, 3)).toBe(1);
    await driver.briefTransaction((connection) => takeSizes(connection, tried.id, { now, until: now + 1 }));
  }
  expect(await countWaiting(driver, 3)).toBe(0);
});

test('an image whose processes end is tried again a few times, then given up', async () => {
  const place = await openPlace();
  const maker = place.instance(new ImagePool({ maxMemoryBytes: 1_000_000 }));
  const { id } = await place.add(await picture().png().toBuffer());
  const states: (string | undefined)[] = [];
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await maker.run();
    states.push((await sizesOfFiles(place.driver, [id]))[0]?.state);
    place.time.now += 3_600_000;
  }
  expect(states).toEqual(['wanted', 'wanted', 'failed']);
});
