import type { Check } from '../config/validate/checks.js';
import type { IssueOf } from '../config/validate/issues-of-values.js';

/** What a config may say of the fields of a type. */
export interface ConfigRules<Option extends string = string> {
  /** `a text field`. */
  readonly noun: string;
  readonly options: Readonly<Record<Option, Check>>;
  readonly required?: readonly Option[];
  /** What is wrong with a constant as a single value; null: nothing. */
  readonly issueOf: IssueOf;
  /**
   * Names of the type in Payload, Strapi and Directus, in lower case. A text instead of null says which
   * options it needs in addition: `a point in time is type: 'date', time: true`.
   */
  readonly otherNames?: Readonly<Record<string, string | null>>;
}

/** The names of the options of a type. Typed by the compiler's view of them, so that both stay equal. */
export type OptionName<Config> = Config extends unknown ? keyof Config & string : never;
