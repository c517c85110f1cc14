import type { Ir } from '../ir/ir.js';
import { type Code, code, key, objectType } from '../print/code.js';
import { importedType } from '../print/imported-name.js';
import type { OutputFile } from '../print/output-file.js';
import { ownFirstFilters } from './own-first-filter.js';
import { shapeName } from './sdk/shape.js';

/**
 * What `read` callbacks may return, by collection; the file gets the statements that it needs.
 */
export function registeredFilters(file: OutputFile, { collections }: Ir, sdk: string): readonly Code[] {
  if (collections.length === 0) return [];
  const types = `${sdk}/types.ts`;
  const core = (name: string): ReturnType<typeof importedType> => importedType(name, `${sdk}/index.ts`);
  const filters = ownFirstFilters(collections, { file, suffix: 'Access', core, types });
  const members = collections.map((collection) => {
    const { slug } = collection.descriptor;
    const every = code`${core('Where')}<${importedType(shapeName(collection), types)}>`;
    return code`readonly ${key(slug)}: ${filters.get(slug) ?? every}`;
  });
  return [code`filters: ${objectType(members, { broken: true })};`];
}
