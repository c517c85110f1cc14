import type { PropertyType } from './property-type.js';

/**
 * The type that `defineCollection` and `defineGlobal` return: that of the argument, without the callbacks
 * whose type the compiler did not infer.
 *
 * A hook gets the type of its data from the fields, so the compiler fixes the fields before it looks at other
 * callbacks with untyped parameters, and keeps such a callback as `unknown`. The callback was checked where
 * it is written; `never` lets it pass the second check, by `defineConfig`. Computed values (a slug that is a
 * plain `string`) are not literals, so they are not inspected.
 */
export type Defined<Given> = string extends PropertyType<Given, 'slug'> ? Given : Settled<Given>;

type Settled<Given> = Given extends Whole
  ? Given
  : { [Key in keyof Given]: unknown extends Given[Key] ? never : Settled<Given[Key]> };

/**
 * Types that are kept unchanged. Text is among them since a role may be `string & {}`, which a mapped type
 * takes for an object.
 */
type Whole = ((...parameters: never) => unknown) | RegExp | string;
