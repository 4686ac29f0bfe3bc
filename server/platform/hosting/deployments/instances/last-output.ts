import type { PrintedLine } from '#platform/model/hosting/deployments/engine.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { Line } from '#platform/model/observability/line.ts'
import type { LogBook } from '#platform/model/observability/log-book.ts'

/** Longer than what an engine hands over in another order than it was printed, or the time between its counts of lines. */
const endLength = 15_000
/** Lines of the platform about the instance, which are stored among its own. */
const maxOthers = 20

/** The output of an instance that is stored, from fifteen seconds before its last line. */
export async function lastOutput(
  logs: Pick<LogBook, 'read'>,
  { id, applicationId }: Pick<Instance, 'id' | 'applicationId'>,
): Promise<PrintedLine[]> {
  const newest = await logs.read(applicationId, { instanceId: id, limit: maxOthers })
  const last = Math.max(...newest.filter(isOutput).map(({ date }) => date))
  if (!Number.isFinite(last)) return []
  const end = await logs.read(applicationId, { instanceId: id, since: last - endLength })
  return end.filter(isOutput).map(({ date, message }) => ({ date, line: message }))
}

const isOutput = ({ origin }: Line) => origin === 'instance'
