import { apiKeyRoutes } from '../../codegen/routes/service-routes.js';
import type { Routes } from '../api.js';
import { withHandlers } from '../routing/with-handlers.js';
import { createApiKey } from './keys/create-key.js';
import { revokeApiKey, rotateApiKey } from './keys/end-key.js';
import { listApiKeys, readApiKey } from './keys/read-keys.js';
import { updateApiKey } from './keys/update-key.js';

/** API keys: docs/spec/auth.md#further-endpoints. */
export const keyRoutes: Routes = withHandlers(apiKeyRoutes, {
  listApiKeys,
  createApiKey,
  getApiKey: readApiKey,
  updateApiKey,
  revokeApiKey,
  rotateApiKey,
});
