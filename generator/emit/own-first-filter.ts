/** Types of filters of which editors complete the own fields, where no call infers what was written. */
import type { IrCollection } from '../ir/ir.js';
import { type Code, code, identifier, objectType, raw } from '../print/code.js';
import { type ImportedName, importedType } from '../print/imported-name.js';
import type { OutputFile } from '../print/output-file.js';
import { pathsOf } from './sdk/paths.js';
import { shapeName } from './sdk/shape.js';

export interface FilterPlace {
  /** The file that gets the statements. */
  readonly file: Pick<OutputFile, 'blank' | 'declare' | 'print'>;
  /** End of the names: `Access` makes `PostAccess`. */
  readonly suffix: string;
  /** A type of the SDK's fixed part. */
  core(name: 'CollectionShape' | 'Where'): ImportedName;
  /** Path of the file with the types of documents. */
  readonly types: string;
}

/**
 * Prints a type of the filters of each collection with relations, and returns the names of those types by
 * slug. For other collections `Where` completes the same.
 *
 * TypeScript does not look for surplus properties in what a function returns, but refuses an object that has
 * no property of a type whose properties are all optional. So the type of a filter has every path. Editors
 * would offer those through relations before the fields, so these are in a class: editors do not offer what
 * a class with a private property has.
 */
export function ownFirstFilters(
  collections: readonly IrCollection[],
  place: FilterPlace,
): ReadonlyMap<string, Code> {
  const related = collections.filter(hasRelations);
  if (related.length > 0) {
    const { file, core } = place;
    file.declare('AnyPaths');
    file.print(
      code`declare const AnyPaths: new <S extends ${core('CollectionShape')}>() => ${core('Where')}<S>;`,
    );
    file.blank();
  }
  for (const collection of related) printFilter(collection, place);
  return new Map(
    related.map((collection) => [
      collection.descriptor.slug,
      code`${identifier(filterName(collection, place))}`,
    ]),
  );
}

function hasRelations({ fields }: IrCollection): boolean {
  return pathsOf(fields).some(({ isJoin, targets }) => !isJoin && targets.length > 0);
}

function filterName({ names }: IrCollection, { suffix }: FilterPlace): string {
  return `${names.type}${suffix}`;
}

function printFilter(collection: IrCollection, place: FilterPlace): void {
  const { file, types } = place;
  const name = filterName(collection, place);
  const [own, paths] = [`${name}Fields`, `${name}Paths`];
  file.declare(name, own, paths);
  const typeOf = (each: string): ImportedName => importedType(each, types);
  const combined = ['AND', 'OR'].map(
    (operator) => code`readonly ${raw(operator)}?: readonly ${identifier(name)}[]`,
  );
  file.print(code`type ${identifier(name)} = ${identifier(own)} | ${identifier(paths)};`);
  file.print(
    code`interface ${identifier(own)} extends Partial<${typeOf(`${collection.names.type}Filters`)}> ${objectType(combined, { broken: true })}`,
  );
  file.print(
    code`declare class ${identifier(paths)} extends AnyPaths<${typeOf(shapeName(collection))}> ${objectType([raw("private readonly ' hidden'?: never"), ...combined], { broken: true })}`,
  );
  file.blank();
}
