/**
 * The pages in the order in which a reader needs them, by headings. `docs/` is left out of their names. Pages
 * that are missing here are at the end.
 */
export const chapters = [
  { heading: 'Begin', pages: ['getting-started', 'coming-from', 'faq'] },
  {
    heading: 'Your content',
    pages: ['config', 'documents', 'drafts', 'preview', 'trash', 'hooks', 'rich-text', 'admin', 'extending'],
  },
  { heading: 'People and rights', pages: ['auth', 'users', 'access', 'mail'] },
  {
    heading: 'Call it',
    pages: [
      'sdk',
      'nextjs',
      'filtering',
      'numbers',
      'bulk',
      'search',
      'views',
      'errors',
      'reasons',
      'openapi',
      'routes',
      'local',
      'testing',
    ],
  },
  {
    heading: 'Run it',
    pages: [
      'cli',
      'server',
      'migrations',
      'backup',
      'scaling',
      'releases',
      'upgrading',
      'security',
      'dependencies',
    ],
  },
  {
    heading: 'How it works',
    pages: ['generator', 'lifecycle', 'architecture', 'benchmarks', 'glossary'],
  },
  {
    heading: 'Specification',
    pages: [
      'spec/service',
      'spec/contract',
      'spec/auth',
      'spec/uploads',
      'spec/content-tools',
      'spec/tests/content-tools',
      'spec/tests/uploads',
    ],
  },
];
