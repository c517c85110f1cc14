import { expect, test } from 'vitest';
import { adminEmail, password, startAuthServer } from '../support/auth-server.js';

test('a right password opens a session', async () => {
  const server = await startAuthServer();
  const client = server.client();
  const { status, body } = await client.post('/api/auth/login', { email: adminEmail, password });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      user: {
        id: expect.any(String),
        email: adminEmail,
        name: null,
        role: 'super_admin',
        emailVerified: true,
        createdAt: '2026-11-21T00:00:00.000Z',
        updatedAt: '2026-11-21T00:00:00.000Z',
      },
      session: { id: expect.any(String), expiresAt: '2026-12-21T00:00:00.000Z' },
    },
  });
  expect((await client.get('/api/auth/me')).body).toEqual(body);
});
