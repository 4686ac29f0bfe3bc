import { outsidePlaces } from '#providers/kit/outside/outside-limits.ts'
import { type DatabasePlan, plansOf } from '#providers/kit/servers/database-plan.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import offer from './offer.json' with { type: 'json' }
import { sharedBounds } from './server/flood-settings.ts'

export type Plan = DatabasePlan

export const offeredPlans = plansOf(offer)

const megabyte = 1024 * 1024
const inMegabytes = (bytes: number, least: number) =>
  `${Math.max(least, Math.floor(bytes / megabyte))}MB`

/** Settings of a dedicated server, by its size. */
export const settingsFor = (
  { connections, disk, memory }: Plan,
  access: ServerAccess,
): string[] => [
  // Plus some for the administrator, and those that the server reserves.
  `max_connections=${connections + outsidePlaces(access) + 10}`,
  `shared_buffers=${inMegabytes(memory / 4, 16)}`,
  `effective_cache_size=${inMegabytes(memory / 2, 16)}`,
  `work_mem=${inMegabytes(memory / 4 / connections, 1)}`,
  `maintenance_work_mem=${inMegabytes(memory / 16, 16)}`,
  `max_wal_size=${inMegabytes(disk / 8, 64)}`,
  `temp_file_limit=${inMegabytes(disk, 64)}`,
]

/** Settings of the shared server of all small databases. */
export const sharedSettings = (access: ServerAccess): string[] => [
  `max_connections=${200 + outsidePlaces(access)}`,
  'shared_buffers=32MB',
  'temp_file_limit=256MB',
  'max_wal_size=512MB',
  // Size of the lock table, which all databases share.
  'max_locks_per_transaction=256',
  ...sharedBounds,
]
