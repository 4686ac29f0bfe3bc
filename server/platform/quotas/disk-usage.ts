import type { OwnerId } from '#platform/ids.ts'
import { type Quotas, quotaRefusal } from './quotas.ts'

/** Measures the disk usage of a quota account. */
export interface DiskUsage {
  /** Bytes of repositories, artifacts, caches, logs and instance files; cached for up to a minute. */
  of(accountId: OwnerId): Promise<number>
}

const megabyte = 1024 * 1024

/** Refuses writes when a quota account has used up its disk quota. */
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
