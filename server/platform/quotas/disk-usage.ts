import type { Application } from '#platform/applications/application.ts'
import { type Quotas, quotaRefusal } from './quotas.ts'

/** Measures what owners have on disk. */
export interface DiskUsage {
  /** Bytes of repositories, artifacts, caches, logs and what instances have written; as it was a minute ago at most. */
  of(ownerId: string): Promise<number>
}

const megabyte = 1024 * 1024

/** Says no to what would write more when an owner has used up the room that there is for them. */
export async function requireDiskQuota(
  usage: DiskUsage,
  quotas: Pick<Quotas, 'disk'>,
  { ownerId }: Pick<Application, 'ownerId'>,
): Promise<void> {
  if (quotas.disk === Number.POSITIVE_INFINITY) return
  const used = await usage.of(ownerId)
  if (used < quotas.disk) return
  throw quotaRefusal(
    'disk',
    `${Math.ceil(used / megabyte)} MB of disk are in use, and ${quotas.disk / megabyte} MB are allowed.`,
    'Delete an application, or what instances have written',
  )
}
