import type { ApplicationId } from '#platform/model/ids.ts'
import type {
  AccessLogEntry,
  AccessLogLine,
  RouterAccessLine,
} from '#platform/model/observability/access-log.ts'
import type { Line, NewLine } from '#platform/model/observability/line.ts'
import type { Platform } from '#platform/observability/platform.ts'

/**
 * Stores lines of the router's access log per application. Those of deleted applications are dropped. They are written
 * when it resolves, because the router's copy is given up then.
 */
export async function storeAccessLines(
  { store, accessLogs, logs }: Pick<Platform, 'store' | 'accessLogs' | 'logs'>,
  lines: RouterAccessLine[],
): Promise<void> {
  const present = new Map<ApplicationId, boolean>()
  const lost = new Map<ApplicationId, number>()
  for (const { line, text } of lines) {
    const { applicationId, date } = line
    if (!present.has(applicationId)) {
      const application = await store.applications.find(applicationId)
      present.set(applicationId, application !== undefined)
    }
    if (!present.get(applicationId)) continue
    if ('dropped' in line) lost.set(applicationId, (lost.get(applicationId) ?? 0) + line.dropped)
    accessLogs.append({
      applicationId,
      date,
      deploymentId: '',
      instanceId: ('instanceId' in line && line.instanceId) || '',
      commit: '',
      origin: 'instance',
      severity: 'dropped' in line ? 'warning' : 'info',
      message: text,
    })
  }
  for (const [applicationId, count] of lost) logs.append(lostLine(applicationId, count))
  await accessLogs.flush()
}

/** Tells the owner, who sees no such line among the requests. */
const lostLine = (applicationId: ApplicationId, count: number): NewLine => ({
  applicationId,
  deploymentId: '',
  instanceId: '',
  commit: '',
  origin: 'deployment',
  severity: 'warning',
  message: `The access log has no line for ${count} requests: there were more than it takes per second, or than it keeps while the server is away.`,
})

/** The entry in a stored line; `undefined` for one about entries that were lost. */
export function accessLogEntryOf({ message }: Pick<Line, 'message'>): AccessLogEntry | undefined {
  try {
    const line: AccessLogLine = JSON.parse(message)
    return 'dropped' in line ? undefined : line
  } catch {
    return undefined
  }
}
