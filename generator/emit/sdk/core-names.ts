import { type ImportedName, importedType, importedValue } from '../../print/imported-name.js';

/** A type of the SDK's fixed part. */
export function coreType(name: string): ImportedName {
  return importedType(name, './sdk/core/index.ts');
}

/** A function or class of the SDK's fixed part. */
export function coreValue(name: string): ImportedName {
  return importedValue(name, './sdk/core/index.ts');
}
