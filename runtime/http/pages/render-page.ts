import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../util/package-root.js';
import type { PageLanguage } from './language/page-language.js';
import type { PageBrand } from './page-brand.js';
import type { PageView } from './page-view.js';

/** What every page has around its own. */
export interface PageFrame extends PageBrand {
  /** Where the pages are: `/admin`, behind a prefix of a proxy or of an application around. */
  readonly base: string;
  /** The address of the page holds a token. */
  readonly hasToken: boolean;
  readonly language: PageLanguage;
  /** Where something was refused: screen readers hear it with the title, before anything else. */
  readonly faultMark: string | null;
}

type Template = (view: object) => string;

const folder = join(packageRoot, 'templates/pages');
const partials = ['field', 'form'];
let template: Promise<Template> | null = null;

/** A page as HTML. The template is read when somebody first looks at a page: most servers answer the API only. */
export async function renderPage(view: PageView, frame: PageFrame): Promise<string> {
  template ??= loadTemplate();
  return (await template)({ ...view, ...frame });
}

async function loadTemplate(): Promise<Template> {
  const { default: handlebars } = await import('handlebars');
  const environment = handlebars.create();
  for (const name of partials) environment.registerPartial(name, source(name));
  return environment.compile(source('page'), { knownHelpersOnly: true, preventIndent: true });
}

function source(name: string): string {
  return readFileSync(join(folder, `${name}.hbs`), 'utf8').trimEnd();
}
