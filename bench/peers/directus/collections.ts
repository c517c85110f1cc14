const text = (field: string, length?: number): object => ({
  field,
  type: length === undefined ? 'text' : 'string',
  schema: length === undefined ? {} : { max_length: length },
});

const id = {
  field: 'id',
  type: 'uuid',
  schema: { is_primary_key: true },
  meta: { special: ['uuid'] },
} as const;

const times = [
  { field: 'createdAt', type: 'timestamp', schema: {}, meta: { special: ['date-created'] } },
  { field: 'updatedAt', type: 'timestamp', schema: {}, meta: { special: ['date-updated'] } },
] as const;

/** The collections of the benchmark, as its API takes them. */
export const collections: readonly object[] = [
  {
    collection: 'authors',
    schema: {},
    meta: {},
    fields: [
      id,
      ...times,
      { field: 'name', type: 'string', schema: { is_nullable: false }, meta: { required: true } },
      { field: 'email', type: 'string', schema: { is_nullable: false, is_unique: true } },
      text('bio'),
    ],
  },
  {
    collection: 'posts',
    schema: {},
    meta: { versioning: true },
    fields: [
      id,
      ...times,
      { field: 'title', type: 'string', schema: { is_nullable: false, max_length: 200 } },
      text('excerpt', 500),
      text('body'),
      { field: 'category', type: 'string', schema: { is_nullable: false } },
      { field: 'publishedAt', type: 'timestamp', schema: {}, meta: {} },
      { field: 'views', type: 'integer', schema: { default_value: 0 } },
      {
        field: 'featured',
        type: 'boolean',
        schema: { default_value: false },
        meta: { special: ['cast-boolean'] },
      },
      { field: 'author', type: 'uuid', schema: {}, meta: { special: ['m2o'] } },
    ],
  },
];

/** Those that its API does not make. */
export const indexes: readonly string[] = [
  'CREATE INDEX posts_category_published ON posts (category, publishedAt)',
  'CREATE INDEX posts_created ON posts (createdAt)',
  'CREATE INDEX posts_author ON posts (author)',
];
