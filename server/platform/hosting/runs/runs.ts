import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { InstanceSession } from '#platform/model/hosting/instances/instance-session.ts'
import { isRunEnded, type Run, type RunId } from '#platform/model/hosting/runs/run.ts'
import type { RunAttachment } from '#platform/model/hosting/runs/runs.ts'
import { Refusal } from '#platform/model/refusal.ts'

type Context = Pick<Platform, 'store' | 'runs'>

/** A run with what it has printed so far; a `Refusal` if there is none. */
export async function getRun(
  { store, runs }: Context,
  application: Application,
  id: string,
): Promise<Run> {
  const run = await store.runs.find(id as RunId)
  if (run?.applicationId !== application.id) throw new Refusal('missing', `There is no run ${id}.`)
  return isRunEnded(run) ? run : { ...run, ...runs.outputOf(run.id) }
}

/** Connects the client of a run with it; a `Refusal` where that is not possible. */
export async function attachRun(
  platform: Context,
  application: Application,
  { id, ...attachment }: RunAttachment & { id: string },
): Promise<InstanceSession> {
  const run = await getRun(platform, application, id)
  return platform.runs.attach(run.id, attachment)
}

export async function stopRun(
  platform: Context,
  application: Application,
  id: string,
): Promise<Run> {
  const run = await getRun(platform, application, id)
  const stop = { state: 'stopped', reason: 'It was stopped by a member.' } as const
  const isStopped = !isRunEnded(run) && (await platform.runs.stop(run.id, stop))
  if (!isStopped) throw new Refusal('conflict', 'The run has ended already.')
  return getRun(platform, application, id)
}
