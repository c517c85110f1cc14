import type { OverviewWidgetConfig } from './overview-config.js';

/**
 * How the dashboard looks. A path relative to the config (`./brand/logo.svg`) is a file: it is read when the
 * service is generated, and served with the dashboard. A path that starts with one `/` is a URL of the same
 * origin, served by something else. Files of other origins are not allowed, except for images in documents.
 */
export interface AdminConfig {
  /** Name above the navigation and in window titles. Default: `name` of the service. */
  readonly name?: string;
  /** Image (SVG, PNG, JPEG, WebP or AVIF) shown instead of the first letter of the name. */
  readonly logo?: string;
  /** Logo for dark backgrounds. Default: `logo`. */
  readonly logoDark?: string;
  /** Color of buttons, links and the focus outline: `#2563eb`, `rgb(...)`, `hsl(...)`, `oklch(...)`. */
  readonly accentColor?: string;
  /** Style sheet that is loaded after the dashboard's own. */
  readonly css?: string;
  /** JavaScript modules that render a field. The key is the name that the field gives as `admin.widget`. */
  readonly widgets?: Readonly<Record<string, string>>;
  /**
   * The file that adds pages, navigation, cells, actions, widgets and parts of the first page: its default
   * export is made by `defineAdmin` of `svc/admin`. It is bundled with what it imports, and everybody can
   * read it. Default: none.
   */
  readonly extensions?: string;
  /**
   * Origins from which the dashboard may show images, video and audio besides its own, such as
   * `https://cdn.example.com`. Nothing else is loaded from them. Default: none.
   */
  readonly imageOrigins?: readonly string[];
  /**
   * Origins of the websites that show documents before they are published, such as
   * `https://www.example.com`: addresses that `admin.preview` of a collection returns, and the only pages
   * that the dashboard shows in a frame. Default: none.
   */
  readonly previewOrigins?: readonly string[];
  /** Numbers on the first page, at most 12 widgets. Users see those of what they may read. Default: none. */
  readonly overview?: readonly OverviewWidgetConfig[];
}
