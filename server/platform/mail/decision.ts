import type { QueuedEmail } from '#platform/model/events/email.ts'
import type { Platform } from './platform.ts'

export type DecisionContext = Pick<Platform, 'store' | 'clock'>

/** Decides kind and content of a queued e-mail when it is sent; `undefined` to drop it. */
export type Decide = (
  platform: DecisionContext,
  posting: QueuedEmail,
) => Promise<Pick<QueuedEmail, 'kind' | 'knows'> | undefined>
