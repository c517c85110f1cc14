import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../util/package-root.js';
import type { PageLanguage } from './language/page-language.js';
import type { PageBrand } from './page-brand.js';
import type { PageView } from './page-view.js';

/** What surrounds the content of every page. */
export interface PageFrame extends PageBrand {
  /** The path of the pages: `/admin`, after the prefix of a proxy or of an application around the service. */
  readonly base: string;
  /** Whether the address of the page contains a token. */
  readonly hasToken: boolean;
  readonly language: PageLanguage;
  /** Set if something was refused: it is part of the title, so screen readers read it first. */
  readonly faultMark: string | null;
}

type Template = (view: object) => string;

const folder = join(packageRoot, 'templates/pages');
const partials = ['field', 'form'];
let template: Promise<Template> | null = null;

/** Renders a page as HTML. The template is read on the first page: most servers serve only the API. */
export async function renderPage(view: PageView<string>, frame: PageFrame): Promise<string> {
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
