import { resolveServiceOptions } from '../../config/service-options.js';
import type { FileStorage } from '../../files/storage/file-storage.js';
import { openPlaces } from '../../files/storage/open-place.js';
import type { Driver } from '../../storage/driver.js';
import { type Project, ProjectError } from '../project.js';
import { openContent } from '../transfer/open-content.js';

/** The files of a project: their records and the places that have their bytes. */
export interface Media {
  readonly driver: Driver;
  /** Places by their names; empty for that of the service. */
  readonly places: ReadonlyMap<string, FileStorage>;
  close(): Promise<void>;
}

/**
 * Opens the files of a project, beside a server too.
 *
 * @throws ConfigError, ProjectError, SchemaError, StorageAway
 */
export async function openMedia(project: Project): Promise<Media> {
  const { files } = resolveServiceOptions(project.config);
  if (files === null) throw new ProjectError('no collection of the config has files.');
  const opened = await openPlaces(files);
  const places = new Map([...opened].map(([name, { storage }]) => [name, storage]));
  const { driver, close } = await openContent(project);
  return { driver, places, close };
}

/**
 * The place that an option names: `storage`, or a name in `storages`.
 *
 * @throws ProjectError
 */
export function placeNamed(
  { places }: Media,
  option: string,
): { readonly name: string; readonly storage: FileStorage } {
  const name = option === 'storage' ? '' : option.replace(/^storages\./, '');
  const storage = places.get(name);
  if (storage !== undefined && option !== '') return { name, storage };
  const known = [...places.keys()].map((each) => (each === '' ? 'storage' : each)).join(', ');
  throw new ProjectError(`there is no storage ${JSON.stringify(option)}: the config has ${known}.`);
}
