import type { Platform } from '#platform/hosting/platform.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Runtime } from '#platform/model/hosting/deployments/runtime.ts'

/** The runtime of an application's type. */
export function findRuntime({ runtimes }: Pick<Platform, 'runtimes'>, type: string): Runtime {
  const runtime = runtimes.find((candidate) => candidate.type === type)
  if (!runtime) {
    const known = runtimes.map((candidate) => candidate.type).join(', ')
    throw new Failure(
      'recipe',
      `Applications of type ${type} are not supported: this platform supports ${known}.`,
    )
  }
  return runtime
}
