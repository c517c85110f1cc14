import type { AdminMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { AdminOverview } from '../../../../../runtime/codegen/admin-overview.js';

export interface Step {
  readonly name: 'document' | 'invite' | 'key' | 'preview';
  readonly isDone: boolean;
  /** The collection that it is about. */
  readonly slug: string | null;
}

/**
 * The first steps that the user may take: those of administrators need their rights.
 *
 * @param keys - the number of API keys.
 */
export function firstSteps(
  { collections, auth }: AdminMeta,
  overview: Pick<AdminOverview, 'collections'>,
  keys: number,
): readonly Step[] {
  const content = collections.filter(
    ({ slug, foldersOf }) => foldersOf === undefined && !(slug === 'users' && auth !== null),
  );
  const totalOf = (slug: string): number =>
    overview.collections.find((each) => each.slug === slug)?.total ?? 0;
  const writable = content.filter(({ can }) => can.create !== false);
  // Collections that are published come first: they are the purpose of the service. Others, such as files and
  // authors, only support them.
  const first = (writable.find(({ drafts, upload }) => drafts && upload === undefined) ?? writable[0])?.slug;
  const steps: readonly (Step & { readonly isShown: boolean })[] = [
    {
      name: 'document',
      isDone: first !== undefined && totalOf(first) > 0,
      slug: first ?? null,
      isShown: first !== undefined,
    },
    { name: 'invite', isDone: totalOf('users') > 1, slug: null, isShown: auth?.can.invite === true },
    { name: 'key', isDone: keys > 0, slug: null, isShown: auth?.can.manageApiKeys === true },
    {
      name: 'preview',
      isDone: content.some(({ preview }) => preview === true),
      slug: null,
      isShown: content.some(({ drafts }) => drafts),
    },
  ];
  return steps.filter(({ isShown }) => isShown).map(({ name, isDone, slug }) => ({ name, isDone, slug }));
}
