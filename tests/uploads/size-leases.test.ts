/** Sizes of images that one process makes, and what others leave alone meanwhile. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { ImageProcessEnded, MadeElsewhere } from '../../runtime/files/images/image-errors.js';
import { ImagePool } from '../../runtime/files/images/image-pool.js';
import { holdSizes } from '../../runtime/files/images/size-lease.js';
import { asServiceError } from '../../runtime/files/receive/file-errors.js';
import type { LiveFile } from '../../runtime/files/records/file-table.js';
import {
  findSize,
  type SizeState,
  sizesOfFiles,
  type WantedSize,
} from '../../runtime/files/records/size-table.js';
import { returnSizes, type TakenSizes, takeSizes } from '../../runtime/files/records/taken-sizes.js';
import { picture } from '../support/image-files.js';

import { openPlace, type Place, wanted } from './support/size-place.js';

/** As after a failure of the queue. */
async function postpone({ driver, time }: Place, { id }: LiveFile, dueAt: number): Promise<void> {
  const until = time.now + 60_000;
  await driver.briefTransaction(async (connection) => {
    const rows = await takeSizes(connection, id, { now: time.now, until });
    await returnSizes(connection, { file: id, names: rows.map(({ name }) => name), until }, dueAt);
  });
}

test('a request does not wait for the time after a failure, however much of it is left', async () => {
  const place = await openPlace();
  const live = await place.add(await picture().png().toBuffer());
  const [small] = wanted(live.id);
  if (small === undefined) throw new Error('There are two sizes.');
  await postpone(place, live, place.time.now + 30_000);
  const begun = performance.now();
  await place.instance().ensure(live, small);
  expect(performance.now() - begun).toBeLessThan(9_000);
});

test('a request takes nothing from another instance, whatever its clock, until its time is over', async () => {
  const place = await openPlace();
  const maker = place.instance();
  const taken = async (ahead: number): Promise<WantedSize & { readonly live: LiveFile }> => {
    const live = await place.add(await picture().png().toBuffer());
    // The clock of the other instance.
    place.time.now += 10_000;
    const now = place.time.now + ahead;
    const times = { now, until: now + 60_000 };
    await place.driver.briefTransaction((connection) => takeSizes(connection, live.id, times));
    const [small] = wanted(live.id);
    if (small === undefined) throw new Error('There are two sizes.');
    return { ...small, live };
  };
  const images = [await taken(30_000), await taken(0), await taken(-10_000)];
  const before = await sizesOfFiles(
    place.driver,
    images.map(({ file }) => file),
  );
  const errors = await Promise.all(
    images.map(({ live, ...size }) => maker.ensure(live, size).catch((error: unknown) => error)),
  );
  for (const error of errors) {
    expect(error).toBeInstanceOf(MadeElsewhere);
    expect(asServiceError(error)).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
  }
  const after = await sizesOfFiles(
    place.driver,
    images.map(({ file }) => file),
  );
  expect(after).toEqual(before);
  expect(place.written).toEqual([]);
  place.time.now += 91_000;
  for (const { live, ...size } of images) await maker.ensure(live, size);
  expect(place.written).toEqual(['small-1', 'small-1', 'small-1']);
});

test('a request that fails leaves the pause after failures of the queue as it is', async () => {
  const place = await openPlace();
  const maker = place.instance(new ImagePool({ maxMemoryBytes: 1_000_000 }));
  const live = await place.add(await picture().png().toBuffer());
  const [small] = wanted(live.id);
  if (small === undefined) throw new Error('There are two sizes.');
  await expect(maker.ensure(live, small)).rejects.toThrow(ImageProcessEnded);
  const first = { state: 'wanted', attempts: 0, dueAt: place.time.now + 60_000 };
  expect(await findSize(place.driver, small)).toMatchObject(first);
  place.time.now += 60_000;
  await maker.run();
  const paused = { state: 'wanted', attempts: 1, dueAt: place.time.now + 120_000 };
  expect(await findSize(place.driver, small)).toMatchObject(paused);
  await expect(maker.ensure(live, small)).rejects.toThrow(ImageProcessEnded);
  expect(await findSize(place.driver, small)).toMatchObject(paused);
});

test('a process renews the time of what it has taken, and leaves what another one took since', async () => {
  const { driver, time, add } = await openPlace();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const live = await add(await picture().png().toBuffer());
  const take = async (): Promise<TakenSizes> => {
    const until = time.now + 60_000;
    const rows = await driver.briefTransaction((connection) =>
      takeSizes(connection, live.id, { now: time.now, until }),
    );
    return { file: live.id, names: rows.map(({ name }) => name), until };
  };
  const states = async (): Promise<readonly (readonly [SizeState, number])[]> =>
    (await sizesOfFiles(driver, [live.id])).map(({ state, dueAt }) => [state, dueAt - time.now]);
  const both = <Value>(value: Value): readonly Value[] => [value, value];

  const held = holdSizes({ driver, clock: () => time.now }, await take());
  time.now += 40_000;
  vi.advanceTimersByTime(20_000);
  await vi.waitFor(async () => expect(await states()).toEqual(both(['making', 60_000])));
  time.now += 50_000;
  expect((await take()).names).toEqual([]);
  await held.giveBack(time.now + 5_000);
  expect(await states()).toEqual(both(['wanted', 5_000]));

  time.now += 5_000;
  const lost = holdSizes({ driver, clock: () => time.now }, await take());
  time.now += 61_000;
  expect((await take()).names).toHaveLength(2);
  vi.advanceTimersByTime(20_000);
  await lost.giveBack(time.now);
  await lost.giveUp();
  expect(await states()).toEqual(both(['making', 60_000]));
});
