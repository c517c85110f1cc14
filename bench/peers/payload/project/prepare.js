// Creates the tables, which Payload does outside production, and the user.
import { getPayload } from 'payload';
import config from './payload.config.js';

const payload = await getPayload({ config });
await payload.create({
  collection: 'users',
  data: { email: process.env.BENCH_EMAIL, password: process.env.BENCH_PASSWORD },
});
process.exit(0);
