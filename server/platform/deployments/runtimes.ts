import type { Platform } from '#platform/platform.ts'
import { Failure } from './failure.ts'
import type { Runtime } from './runtime.ts'

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
