module.exports = ({ env }) => ({
  'users-permissions': { config: { jwtSecret: env('BENCH_SECRET'), ratelimit: { enabled: false } } },
});
