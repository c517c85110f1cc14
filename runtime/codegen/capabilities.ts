/**
 * What the generator and the dashboard know of capabilities (docs/architecture.md#add-a-capability), whose
 * code they do not import. The lists of all routes and of all audit types contain these.
 */

/** Routes of documents. */
export const capabilityRoutes = [
  {
    id: 'restore',
    method: 'POST',
    at: 'document',
    path: '/restore',
    needs: 'trash',
    handler: { collection: 'restoreDocument' },
    validators: ['update', 'draft'],
  },
  {
    id: 'emptyTrash',
    method: 'POST',
    at: 'collection',
    path: '/trash/empty',
    needs: 'trash',
    handler: { collection: 'emptyTrash' },
  },
  {
    id: 'readSchedule',
    method: 'GET',
    at: 'document',
    path: '/schedule',
    needs: 'drafts',
    handler: 'readSchedule',
  },
  {
    id: 'cancelSchedule',
    method: 'DELETE',
    at: 'document',
    path: '/schedule',
    needs: 'drafts',
    handler: 'cancelSchedule',
  },
  // It changes no document.
  {
    id: 'createPreviewToken',
    method: 'POST',
    at: 'document',
    path: '/preview-token',
    needs: 'drafts',
    isRead: true,
    handler: 'createPreviewToken',
  },
  {
    id: 'readFile',
    method: 'GET',
    at: 'document',
    path: '/file/:fileId/:filename',
    handler: { upload: 'readFile' },
  },
  {
    id: 'readSize',
    method: 'GET',
    at: 'document',
    path: '/file/:fileId/:size/:filename',
    needs: 'sizes',
    handler: { upload: 'readSize' },
  },
  {
    id: 'readCurrentFile',
    method: 'GET',
    at: 'document',
    path: '/file',
    handler: { upload: 'readCurrentFile' },
  },
  {
    id: 'createFromUrl',
    method: 'POST',
    at: 'collection',
    path: '/from-url',
    needs: 'fromUrl',
    handler: { upload: 'createFromUrl' },
    validators: ['create', 'draft'],
  },
  {
    id: 'signFile',
    method: 'POST',
    at: 'document',
    path: '/sign',
    needs: 'signing',
    handler: { upload: 'signFile' },
  },
  {
    id: 'createTusUpload',
    method: 'POST',
    at: 'collection',
    path: '/uploads/tus',
    handler: { upload: 'createTusUpload' },
    validators: ['create', 'update', 'draft'],
  },
  {
    id: 'readTusUpload',
    method: 'GET',
    at: 'collection',
    path: '/uploads/tus/:uploadId',
    handler: { upload: 'readTusUpload' },
  },
  {
    id: 'patchTusUpload',
    method: 'PATCH',
    at: 'collection',
    path: '/uploads/tus/:uploadId',
    handler: { upload: 'patchTusUpload' },
    validators: ['create', 'update', 'draft'],
  },
  {
    id: 'deleteTusUpload',
    method: 'DELETE',
    at: 'collection',
    path: '/uploads/tus/:uploadId',
    handler: { upload: 'deleteTusUpload' },
  },
  {
    id: 'createDirectUpload',
    method: 'POST',
    at: 'collection',
    path: '/uploads',
    handler: { upload: 'createDirectUpload' },
    validators: ['create', 'update', 'draft'],
  },
  {
    id: 'storeUploadPart',
    method: 'PUT',
    at: 'collection',
    path: '/uploads/:uploadId/parts/:part',
    handler: { upload: 'storeUploadPart' },
  },
  {
    id: 'completeDirectUpload',
    method: 'POST',
    at: 'collection',
    path: '/uploads/:uploadId/complete',
    handler: { upload: 'completeDirectUpload' },
    validators: ['create', 'update', 'draft'],
  },
  {
    id: 'deleteDirectUpload',
    method: 'DELETE',
    at: 'collection',
    path: '/uploads/:uploadId',
    handler: { upload: 'deleteDirectUpload' },
  },
  {
    id: 'readUsage',
    method: 'GET',
    at: 'document',
    path: '/usage',
    handler: { upload: 'readUsage' },
  },
] as const;

/** Types of entries in the audit log. */
export const capabilityAuditTypes = [
  'apikey.created',
  'apikey.rotated',
  'apikey.revoked',
  'invite.created',
  'invite.accepted',
  'document.purged',
  'schedule.set',
  'schedule.cancelled',
  'schedule.done',
  'documents.bulk',
  'preview.token',
] as const;

/**
 * What the overview of the dashboard says of each document in a list of a capability; the names of the lists
 * are also flags of the newest changes.
 */
export interface OverviewNotes {
  /** Publications to come, and their ends, the next first. */
  readonly scheduled: {
    readonly action: 'publish' | 'unpublish';
    /** ISO 8601. */
    readonly at: string;
    /** Why the step failed when it was due. */
    readonly error: string | null;
  };
}

export const overviewLists: readonly (keyof OverviewNotes)[] = ['scheduled'];
