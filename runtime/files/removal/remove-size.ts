import type { FileService } from '../file-service.js';
import { forgetSize, type RemovableSize, sizeKeyOf, takeDeadSize } from '../records/size-table.js';

/** How long a size belongs to the process that removes it, in milliseconds. */
const lease = 60_000;

/** When a size may be removed. */
export interface SizeRemoval {
  readonly now: number;
  /** Sizes that were dead by then. */
  readonly deadBefore: number;
}

/** Removes the bytes of a dead size, and then its row, unless it is wanted again or another process does. */
export async function removeSize(
  { driver, storageNamed }: Pick<FileService, 'driver' | 'storageNamed'>,
  size: RemovableSize,
  { now, deadBefore }: SizeRemoval,
): Promise<void> {
  const times = { deadBefore, until: now + lease };
  if (!(await driver.briefTransaction((connection) => takeDeadSize(connection, size, times)))) return;
  await storageNamed(size.storage).delete(sizeKeyOf(size.collection, size));
  await driver.briefTransaction((connection) => forgetSize(connection, size));
}
