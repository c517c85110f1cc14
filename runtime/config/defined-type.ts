import type { PropertyType } from './property-type.js';

/**
 * What `defineCollection` and `defineGlobal` answer for what they were given: the same, without the callbacks of which the
 * compiler did not learn the type.
 *
 * A hook gets its data's type from the fields, so the compiler settles those before it looks at other callbacks with untyped
 * parameters, and remembers such a callback as `unknown`. It was checked where it is written; `never` lets it pass the second
 * check, by `defineConfig`. What was computed (a slug that is a plain `string`) is no literal to look into.
 */
export type Defined<Given> = string extends PropertyType<Given, 'slug'> ? Given : Settled<Given>;

type Settled<Given> = Given extends Whole
  ? Given
  : { [Key in keyof Given]: unknown extends Given[Key] ? never : Settled<Given[Key]> };

/** What is kept as it is. */
type Whole = ((...parameters: never) => unknown) | RegExp;
