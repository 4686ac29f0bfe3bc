import type { Platform } from '#platform/platform.ts'
import type { Posting } from './email.ts'

export type Deciding = Pick<Platform, 'store' | 'clock'>

/** Which letter it shall be and what it knows; `undefined` when none shall go. */
export type Decide = (
  platform: Deciding,
  posting: Posting,
) => Promise<Pick<Posting, 'kind' | 'knows'> | undefined>
