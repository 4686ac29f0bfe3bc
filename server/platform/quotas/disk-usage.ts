import type { OwnerId } from '#platform/ids.ts'
import { type Quotas, quotaRefusal } from './quotas.ts'

/** Measures what the owners of a quota account have on disk. */
export interface DiskUsage {
  /** Bytes of repositories, artifacts, caches, logs and what instances have written; as it was a minute ago at most. */
  of(accountId: OwnerId): Promise<number>
}

const megabyte = 1024 * 1024

/** Says no to what would write more when a quota account has used up the room that there is for it. */
export async function requireDiskQuota(
  usage: DiskUsage,
  quotas: Pick<Quotas, 'disk'>,
  accountId: OwnerId,
): Promise<void> {
  if (quotas.disk === Number.POSITIVE_INFINITY) return
  const used = await usage.of(accountId)
  if (used < quotas.disk) return
  throw quotaRefusal(
    'disk',
    `${Math.ceil(used / megabyte)} MB of disk are in use, and ${quotas.disk / megabyte} MB are allowed.`,
    'Delete an application, or what instances have written',
  )
}
