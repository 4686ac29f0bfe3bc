import type { Endpoint } from '#api/http/endpoint.ts'
import { legacyDrainEndpoints } from '#api/v2/logs/drains.ts'
import { followLegacyLogs, listLegacyLogs } from '#api/v2/logs/logs.ts'
import { followAccessLogs, followAccessLogsAmongLogs } from '#api/v4/access-logs.ts'
import { logSearchEndpoints } from '#api/v4/log-search/log-search-endpoints.ts'
import { followAddonLogs, followLogs } from '#api/v4/logs.ts'
import { drainEndpoints } from './drains.ts'

/** Streams of logs, searches in them, and drains that send them elsewhere. */
export const logEndpoints: readonly Endpoint[] = [
  followLogs,
  followAccessLogs,
  followAccessLogsAmongLogs,
  followAddonLogs,
  listLegacyLogs,
  followLegacyLogs,
  ...logSearchEndpoints,
  ...drainEndpoints,
  ...legacyDrainEndpoints,
]
