/** One issue of a request: where it is and what is wrong. */
export interface ErrorDetail {
  /** Dotted path into the body (`items.0.label`), or a parameter's name, or a path into the filter. */
  readonly path: string;
  readonly message: string;
}
