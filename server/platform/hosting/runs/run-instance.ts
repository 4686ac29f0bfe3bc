import { isDeepStrictEqual } from 'node:util'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { limitsOf } from '#platform/hosting/deployments/instances/instances.ts'
import { startOrderOf } from '#platform/hosting/deployments/instances/start-order.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import {
  portsFor,
  refreshNetworkAccess,
} from '#platform/marketplace/addons/links/network-access.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import { instanceIdOfRun, type Run } from '#platform/model/hosting/runs/run.ts'
import { Refusal } from '#platform/model/refusal.ts'

const startTimeout = 120_000
const stopTimeout = 60_000

export interface RunInstanceRequest {
  application: Application
  run: Pick<Run, 'id' | 'flavor'>
  release: Release
  signal: AbortSignal
}

/** Starts the instance of a run: as one of its release, but idle. */
export async function startRunInstance(
  platform: Pick<Platform, 'store' | 'engine' | 'portVariables'>,
  { application, run, release, signal }: RunInstanceRequest,
): Promise<StartedInstance> {
  const { engine } = platform
  if (!engine.startIdle) throw withoutRuns(engine.name)
  const order = await startOrderOf(platform, {
    application,
    release,
    // Scripts that run in the first instance alone ask for its number.
    instance: { id: instanceIdOfRun(run.id), number: 0 },
    limits: limitsOf(run.flavor),
    say: () => {},
    signal,
  })
  const starting = engine.startIdle(order)
  const started = await withTimeout(starting, startTimeout, 'the start of an instance')
  if (!isDeepStrictEqual(await portsFor(platform, application.id), order.reaches))
    await refreshNetworkAccess(platform, application.id)
  return started
}

/** Kills what is left of a run, and frees all that its instance had. */
export const stopRunInstance = (
  { engine }: Pick<Platform, 'engine'>,
  { id }: Pick<Run, 'id'>,
): Promise<void> =>
  withTimeout(engine.stop(instanceIdOfRun(id), 0), stopTimeout, 'the end of a one-off command')

export const withoutRuns = (engine: string): Refusal =>
  new Refusal(
    'unavailable',
    engine === 'swarm'
      ? 'One-off commands need instances on the machine of the server, which the engine swarm does not promise: use `berth ssh -c` in a running instance'
      : 'This server runs instances without a sandbox, so that it cannot run one-off commands',
  )
