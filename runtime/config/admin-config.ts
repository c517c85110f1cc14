/**
 * How the dashboard looks. A file is given relative to the config (`./brand/logo.svg`): it is read when the service is generated, and served with
 * the dashboard. What begins with one `/` is an address of the same origin that something else serves. Nothing comes from another origin.
 */
export interface AdminConfig {
  /** Name above the navigation and in window titles. Default: the name of the service. */
  readonly name?: string;
  /** An image (SVG, PNG, JPEG, WebP or AVIF) that stands in place of the name's first letter. */
  readonly logo?: string;
  /** The same for dark backgrounds. Default: `logo`. */
  readonly logoDark?: string;
  /** Of buttons, links and the focus: `#2563eb`, `rgb(...)`, `hsl(...)`, `oklch(...)`. */
  readonly accentColor?: string;
  /** A style sheet that is loaded behind the dashboard's own. */
  readonly css?: string;
  /** JavaScript modules that draw a field, by the name that a field's `admin.widget` gives. */
  readonly widgets?: Readonly<Record<string, string>>;
}
