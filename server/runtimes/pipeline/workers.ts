import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Worker } from '#platform/model/hosting/recipe/recipe.ts'
import { setting } from '#runtimes/variable.ts'
import { namesLike } from './variables.ts'

const restartPolicies: Readonly<Record<string, Worker['restart']>> = {
  always: 'always',
  'on-failure': 'on-failure',
  no: 'never',
}

/** `CC_WORKER_COMMAND`, then the numbered ones in order. */
export function workersOf(environment: Environment): Worker[] {
  const restart = restartPolicies[setting(environment, 'CC_WORKER_RESTART') ?? ''] ?? 'on-failure'
  const delay = Number(setting(environment, 'CC_WORKER_RESTART_DELAY') ?? 1) * 1000
  return ['CC_WORKER_COMMAND', 'CC_WORKER_COMMAND_<n>']
    .flatMap((name) => namesLike(name, environment))
    .map((name) => setting(environment, name))
    .filter((text) => text !== undefined)
    .map((text) => ({ command: ['sh', '-c', text], restart, delay }))
}
