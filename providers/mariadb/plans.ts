import { outsidePlaces } from '#providers/kit/outside/outside-limits.ts'
import { type DatabasePlan, plansOf } from '#providers/kit/servers/database-plan.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import offer from './offer.json' with { type: 'json' }
import { sharedFileSettings } from './server/file-settings.ts'
import { sharedBounds } from './server/flood-settings.ts'
import { lockSettings, performanceSettings } from './server/performance-settings.ts'

export type Plan = DatabasePlan

export const offeredPlans = plansOf(offer)

const megabyte = 1024 * 1024

/** Settings of a dedicated server, by its size. */
export const settingsFor = ({ connections, memory }: Plan, access: ServerAccess): string[] => [
  // Plus some for the administrator.
  `max-connections=${connections + outsidePlaces(access) + 10}`,
  `innodb-buffer-pool-size=${Math.max(16, Math.floor(memory / 2 / megabyte))}M`,
  'innodb-log-file-size=64M',
  ...performanceSettings,
]

/** Settings of the shared server: small limits per session. */
export const sharedSettings = (access: ServerAccess): string[] => [
  ...[`max-connections=${200 + outsidePlaces(access)}`],
  ...['innodb-buffer-pool-size=64M', 'innodb-log-file-size=32M'],
  ...['maximum-sort-buffer-size=2M', 'maximum-join-buffer-size=1M', 'maximum-read-buffer-size=1M'],
  ...sharedBounds,
  ...sharedFileSettings,
  ...performanceSettings,
  ...lockSettings,
  ...['max-heap-table-size=4M', 'maximum-max-heap-table-size=4M', 'tmp-table-size=4M'],
]
