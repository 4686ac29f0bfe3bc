import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { FailureStep, Headline } from '#platform/model/hosting/deployments/failure.ts'
import type { Line, LineOrigin } from '#platform/model/observability/line.ts'
import { findHeadline } from './find-headline.ts'

/** Lines from the end of the log, which are read when a deployment has failed. */
const maxLines = 4000
const readTimeout = 5000

/** Who has written what a step is about; what fails in the others is said by the platform itself. */
const writers: Readonly<Partial<Record<FailureStep, LineOrigin>>> = {
  build: 'build',
  start: 'instance',
  'health-check': 'instance',
  probation: 'instance',
}

/** Finds the line of the log that says why a step has failed; a log that cannot be read in time has none. */
export async function readHeadline(
  { logs, store }: Pick<Platform, 'logs' | 'store'>,
  { id, applicationId }: Pick<Deployment, 'id' | 'applicationId'>,
  step: FailureStep,
): Promise<Headline | undefined> {
  const writer = writers[step]
  if (!writer) return undefined
  try {
    const steps = await store.deployments.steps(id)
    // A restart of the platform begins it again, and what was written before is of the attempt before.
    const since = steps.findLast(({ state }) => state === 'building')?.date
    const read = async () => {
      await logs.flush()
      return logs.read(applicationId, {
        deploymentId: id,
        limit: maxLines,
        ...(since !== undefined && { since }),
      })
    }
    const lines = await withTimeout(read(), readTimeout, 'the log of a failed deployment')
    return headlineIn(lines, writer)
  } catch {
    return undefined
  }
}

/** Looks first at the command that was last begun, because the ones before it have succeeded. */
export function headlineIn(lines: readonly Line[], writer: LineOrigin): Headline | undefined {
  const isOfWriter = ({ origin }: Line) => origin === writer
  const all = lines.filter(isOfWriter)
  const begun = lines.slice(0, lines.findLastIndex(isOfWriter) + 1)
  const last = lines.slice(begun.findLastIndex((line) => !isOfWriter(line)) + 1).filter(isOfWriter)
  const looks = writer === 'build' ? [last, all] : [all]
  for (const looked of looks) {
    const found = findHeadline(looked.map(({ message }) => message))
    const line = found && looked[found.at]
    if (!line) continue
    const { tool, sentence, file = null, advice } = found
    return {
      lineId: line.id,
      date: line.date,
      tool,
      sentence,
      file,
      line: found.line ?? null,
      column: found.column ?? null,
      advice,
    }
  }
  return undefined
}
