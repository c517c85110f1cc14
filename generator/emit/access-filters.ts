import type { Ir, IrCollection } from '../ir/ir.js';
import { type Code, code, identifier, key, objectType, raw } from '../print/code.js';
import { type ImportedName, importedType } from '../print/imported-name.js';
import type { OutputFile } from '../print/output-file.js';
import { pathsOf } from './sdk/paths.js';
import { shapeName } from './sdk/shape.js';

/**
 * What `read` callbacks may return, by collection; the file gets the statements that it needs.
 *
 * TypeScript does not look for surplus properties in what a function returns, but refuses an object that has
 * no property of a type whose properties are all optional. So the type of a filter has every path. Editors
 * would offer those through relations before the fields, so these are in a class: editors do not offer what
 * a class with a private property has.
 */
export function registeredFilters(file: OutputFile, { collections }: Ir, sdk: string): readonly Code[] {
  if (collections.length === 0) return [];
  const where = importedType('Where', `${sdk}/index.ts`);
  const related = collections.filter(hasRelations);
  if (related.length > 0) {
    file.declare('AnyPaths');
    const shape = importedType('CollectionShape', `${sdk}/index.ts`);
    file.print(code`declare const AnyPaths: new <S extends ${shape}>() => ${where}<S>;`);
    file.blank();
  }
  for (const collection of related) printFilter(file, collection, `${sdk}/types.ts`);
  const members = collections.map((collection) => {
    const slug = key(collection.descriptor.slug);
    if (hasRelations(collection)) return code`readonly ${slug}: ${identifier(filterName(collection))}`;
    return code`readonly ${slug}: ${where}<${importedType(shapeName(collection), `${sdk}/types.ts`)}>`;
  });
  return [code`filters: ${objectType(members, { broken: true })};`];
}

function hasRelations({ fields }: IrCollection): boolean {
  return pathsOf(fields).some(({ isJoin, targets }) => !isJoin && targets.length > 0);
}

function filterName({ names }: IrCollection): string {
  return `${names.type}Access`;
}

function printFilter(file: OutputFile, collection: IrCollection, types: string): void {
  const name = filterName(collection);
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
