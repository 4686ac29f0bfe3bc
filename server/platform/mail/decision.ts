import type { Platform } from '#platform/platform.ts'
import type { QueuedEmail } from './email.ts'

export type DecisionContext = Pick<Platform, 'store' | 'clock'>

/** Which mail it shall be and what it knows; `undefined` when none shall go. */
export type Decide = (
  platform: DecisionContext,
  posting: QueuedEmail,
) => Promise<Pick<QueuedEmail, 'kind' | 'knows'> | undefined>
