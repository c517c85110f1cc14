/** A config with drafts, histories and accounts, and the users who work with it. */
import { type Called, type Exam, useExam } from './exam.js';
import { guardOf, type People } from './guard.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  name: 'Newsroom',
  auth: { secret: process.env.SVC_SECRET ?? '' },
  collections: [
    {
      slug: 'articles',
      versions: { max: 4 },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'body', type: 'text' },
        { name: 'code', type: 'text', unique: true },
        { name: 'rank', type: 'number' },
        { name: 'related', type: 'relationship', to: 'articles' },
        { name: 'readMore', type: 'relationship', to: 'articles', hasMany: true },
      ],
    },
    { slug: 'memos', drafts: { readRoles: ['admin'] }, fields: [{ name: 'title', type: 'text' }] },
    { slug: 'plain', drafts: false, versions: true, fields: [{ name: 'title', type: 'text', required: true }] },
    { slug: 'bare', drafts: false, fields: [{ name: 'title', type: 'text' }] },
  ],
  globals: [
    { slug: 'front', versions: true, fields: [{ name: 'headline', type: 'text', default: 'None yet', required: true }] },
    { slug: 'quiet', drafts: false, fields: [{ name: 'headline', type: 'text' }] },
  ],
});
`;

export interface Newsroom extends Exam, Pick<People, 'chief' | 'as'> {
  /** Saves a draft of a document. */
  save(path: string, body: object): Promise<Called>;
}

/** Starts the exam's server with this config, and its first administrator. */
export function useNewsroom(): Newsroom {
  const guard = guardOf();
  const exam = useExam(config, guard.env);
  const { chief, as } = guard.people(exam);
  return Object.assign(Object.create(exam) as Exam, {
    chief,
    as,
    save: (path: string, body: object) => chief('PATCH', path, body, { 'x-draft': 'true' }),
  });
}
