import { newId } from '#kit/text/ids.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'

/** A preview of a branch that has nothing yet. */
export const aPreview = (fields: Partial<Preview> = {}): Preview => ({
  id: newId('preview'),
  ownerId: 'orga_1',
  parentId: 'app_parent',
  applicationId: null,
  source: { kind: 'branch', branch: 'topic' },
  sourceKey: 'branch topic',
  commit: null,
  isOutdated: true,
  isIsolated: false,
  state: 'creating',
  addons: [],
  lastError: '',
  createdBy: 'user_1',
  approvedBy: null,
  trustsUpdates: false,
  commentId: null,
  createdAt: 1,
  updatedAt: 1,
  lastVisitAt: 1,
  dueAt: 1,
  attempts: 0,
  ...fields,
})
