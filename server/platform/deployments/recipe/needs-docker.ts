import { Failure } from '#platform/deployments/failure.ts'
import type { Recipe } from './recipe.ts'

/** Refuses a Dockerfile on an engine without Docker. */
export function refuseDockerfile({ dockerfile }: Recipe, engine: string): void {
  if (!dockerfile) return
  throw new Failure(
    'build',
    `A Dockerfile needs the engine swarm, and this platform has the engine ${engine}.`,
    ['Ask the operator for BERTH_ENGINE=swarm, or choose the type of your language.'],
  )
}
