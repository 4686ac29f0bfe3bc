import type { DrainKind } from '#platform/model/observability/drain.ts'
import type { Platform } from '#platform/observability/platform.ts'
import { auditSource } from './audit-source.ts'
import type { DrainSource } from './drain-source.ts'
import { accessMessagesOf, logMessagesOf } from './log-messages.ts'
import { logSource } from './log-source.ts'

/** What drains of a kind send. */
export function sourceOf(
  { logs, accessLogs, store }: Pick<Platform, 'logs' | 'accessLogs' | 'store'>,
  kind: DrainKind,
): DrainSource {
  switch (kind) {
    case 'LOG':
      return logSource(logs, logMessagesOf)
    case 'ACCESSLOG':
      return logSource(accessLogs, accessMessagesOf)
    case 'AUDITLOG':
      return auditSource(store)
  }
}
