module.exports = ({ env }) => ({
  serveAdminPanel: false,
  auth: { secret: env('BENCH_SECRET') },
  apiToken: { salt: env('BENCH_SECRET') },
  transfer: { token: { salt: env('BENCH_SECRET') } },
  secrets: { encryptionKey: env('BENCH_SECRET') },
});
