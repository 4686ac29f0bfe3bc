import type { Environment } from '#platform/model/hosting/environment.ts'
import type { PlannedRuntime } from './pipeline/pipeline.ts'
import { namesLike, pipelineVariables } from './pipeline/variables.ts'

/**
 * Warnings about variables that only other types read: whoever has set one expects something of it. Only names of the platform, because an application
 * may have an `ENVIRONMENT` of its own. The other types are loaded when there is such a name.
 */
export async function foreignVariables(
  { type, variables }: Pick<PlannedRuntime, 'type' | 'variables'>,
  environment: Environment,
  loadAll: () => Promise<readonly PlannedRuntime[]>,
): Promise<string[]> {
  const own = new Set(
    [...pipelineVariables, ...variables].flatMap(({ name }) => namesLike(name, environment)),
  )
  const candidates = Object.keys(environment).filter(
    (name) => name.startsWith('CC_') && !own.has(name),
  )
  if (candidates.length === 0) return []
  const runtimes = await loadAll()
  const readBy = (name: string) =>
    runtimes
      .filter((runtime) => runtime.variables.some((each) => each.name === name))
      .map((runtime) => runtime.type)
  return candidates.flatMap((name) => {
    const types = readBy(name)
    return types.length === 0
      ? []
      : `${name} does nothing for an application of type ${type}: it is a variable of ${types.join(', ')}.`
  })
}
