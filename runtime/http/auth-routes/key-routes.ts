import type { Routes } from '../api.js';
import { createApiKey } from './keys/create-key.js';
import { revokeApiKey, rotateApiKey } from './keys/end-key.js';
import { listApiKeys, readApiKey } from './keys/read-keys.js';
import { updateApiKey } from './keys/update-key.js';

/** API keys: docs/spec/auth.md#further-endpoints. */
export const keyRoutes: Routes = {
  '/api/auth/api-keys': { GET: listApiKeys, POST: createApiKey },
  '/api/auth/api-keys/:id': { GET: readApiKey, PATCH: updateApiKey, DELETE: revokeApiKey },
  '/api/auth/api-keys/:id/rotate': { POST: rotateApiKey },
};
