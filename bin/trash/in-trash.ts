import { pathToFileURL } from 'node:url';
import { type ScriptArguments, shownPath } from '../../runtime/cli/index.js';
import { CommandError } from '../command-error.js';
import { loadProject } from '../load-project.js';
import type { ConfigOptions } from '../options.js';
import { bundleService } from '../script/bundle-script.js';
import { type CreateApp, inService } from '../script/in-service.js';
import { type TrashCollection, trashCollections } from './trash-collections.js';

/** The trash of a collection, with all rights. */
export interface OpenTrash extends TrashCollection {
  readonly trash: NonNullable<ScriptArguments['local'][string]>['trash'];
}

/** Whose trash a command is about. */
export interface TrashOptions extends ConfigOptions {
  /** A slug. Default: all collections that have a trash. */
  readonly collection?: string;
}

/**
 * Opens the trashes of the project in its service, whose hooks run and whose audit log notes what is written.
 *
 * @throws ConfigError, CommandError, UsageError
 */
export async function inTrash<T>(
  { collection, ...options }: TrashOptions,
  work: (trashes: readonly OpenTrash[]) => Promise<T>,
): Promise<T> {
  const collections = trashCollections(await loadProject(options), collection);
  const server = await bundleService({ project: process.cwd(), ...options });
  const { createApp } = (await import(pathToFileURL(server).href)) as { readonly createApp?: CreateApp };
  if (createApp === undefined) throw new CommandError(`${shownPath(server)} does not export createApp`);
  return inService(createApp, {
    // The standard output has the result.
    printsAside: true,
    work: ({ local }) => {
      const system = local.as('system');
      return work(
        collections.map((each) => {
          const methods = system[each.name];
          if (methods === undefined) throw new Error(`local has no ${each.name}.`);
          return { ...each, trash: methods.trash };
        }),
      );
    },
  });
}
