import { newId } from '#kit/text/ids.ts'
import type { Drain } from '#platform/model/observability/drain.ts'

/** A drain to a place where nobody listens. */
export const aDrain = (fields: Pick<Drain, 'ownerId' | 'resourceId'> & Partial<Drain>): Drain => ({
  id: newId('drain'),
  kind: 'LOG',
  recipient: { type: 'RAW_HTTP', url: 'http://127.0.0.1:9/' },
  state: 'ENABLED',
  statusId: newId('drainstatus'),
  stateAt: 1,
  stateBy: '',
  createdAt: 1,
  position: '',
  attempts: 0,
  attemptedAt: null,
  dueAt: null,
  failingSince: null,
  lastError: '',
  ...fields,
})
