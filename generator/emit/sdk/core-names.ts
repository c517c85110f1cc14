import { type ImportedName, importedType, importedValue } from '../../print/imported-name.js';

/** A type of the SDK's fixed part. */
export function coreType(name: string): ImportedName {
  return importedType(name, './sdk/core/index.ts');
}

/** A function or class of the SDK's fixed part. */
export function coreValue(name: string): ImportedName {
  return importedValue(name, './sdk/core/index.ts');
}

/** A type of the part that a contract with authentication has. */
export function authType(name: string): ImportedName {
  return importedType(name, './sdk/core/auth/index.ts');
}

/** A function of that part. */
export function authValue(name: string): ImportedName {
  return importedValue(name, './sdk/core/auth/index.ts');
}

/** A type of the part that a contract with routes of the config has. */
export function routeType(name: string): ImportedName {
  return importedType(name, './sdk/core/routes/index.ts');
}

/** A function of that part. */
export function routeValue(name: string): ImportedName {
  return importedValue(name, './sdk/core/routes/index.ts');
}

/** A type of the part for servers that render for visitors with a session. */
export function serverType(name: string): ImportedName {
  return importedType(name, './sdk/core/server/index.ts');
}

/** A function of that part. */
export function serverValue(name: string): ImportedName {
  return importedValue(name, './sdk/core/server/index.ts');
}

/** A type of the part for TanStack Query. */
export function queryType(name: string): ImportedName {
  return importedType(name, './sdk/core/query/index.ts');
}

/** A function of that part. */
export function queryValue(name: string): ImportedName {
  return importedValue(name, './sdk/core/query/index.ts');
}

/** A type of the part that a contract with files has. */
export function uploadType(name: string): ImportedName {
  return importedType(name, './sdk/core/uploads/index.ts');
}

/** A function of that part. */
export function uploadValue(name: string): ImportedName {
  return importedValue(name, './sdk/core/uploads/index.ts');
}

/** A type of the part for mocks. */
export function mockType(name: string): ImportedName {
  return importedType(name, './sdk/core/mocks/index.ts');
}

/** A function of that part. */
export function mockValue(name: string): ImportedName {
  return importedValue(name, './sdk/core/mocks/index.ts');
}

/** A type of the part for live previews. */
export function previewType(name: string): ImportedName {
  return importedType(name, './sdk/core/preview/index.ts');
}

/** A function of that part. */
export function previewValue(name: string): ImportedName {
  return importedValue(name, './sdk/core/preview/index.ts');
}

/** A type of the part that a contract with a trash has. */
export function trashType(name: string): ImportedName {
  return importedType(name, './sdk/core/trash/index.ts');
}

/** A function of that part. */
export function trashValue(name: string): ImportedName {
  return importedValue(name, './sdk/core/trash/index.ts');
}
