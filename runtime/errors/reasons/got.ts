/** A value of the wrong type, as a parameter of a reason: its kind, and a text, number or boolean itself. */
export type Got =
  | { readonly is: 'nothing' | 'null' | 'list' | 'object' }
  | { readonly is: 'value'; readonly value: string | number | boolean };
