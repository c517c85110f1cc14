/** Where `contains` can use an index. */
export const searchAdvice = 'on PostgreSQL the extension pg_trgm has indexes for it';
