import { apiKeys } from '../auth/api-keys/capability.js';
import { auditLog } from '../auth/audit/capability.js';
import type { AuthServices } from '../auth/auth-services.js';
import { invites } from '../auth/invites/capability.js';
import { linkTokens } from '../auth/links/capability.js';
import { presence } from '../auth/presence/capability.js';
import { idempotency } from '../documents/idempotency/capability.js';
import { slowReads } from '../documents/slow-reads/capability.js';
import { passwords } from '../documents/users/capability.js';
import { versionNotes } from '../documents/versions/notes/capability.js';
import { files } from '../files/capability.js';
import type { OpenPart } from '../http/api.js';
import { outbox } from '../mail/outbox/capability.js';
import { schedule } from '../schedule/capability.js';
import { settings } from '../settings/capability.js';
import type { Capability } from '../storage/capability.js';
import { trash } from '../trash/capability.js';
import { views } from '../views/capability.js';

/** All that is neither a field type nor a database. A capability that is missing here has no tables. */
export const capabilities: readonly Capability<AuthServices, OpenPart>[] = [
  schedule,
  trash,
  passwords,
  linkTokens,
  apiKeys,
  invites,
  presence,
  auditLog,
  settings,
  outbox,
  slowReads,
  idempotency,
  versionNotes,
  files,
  views,
];
