import type { Environment } from '#platform/applications/environment.ts'
import type { Worker } from '#platform/deployments/recipe/recipe.ts'
import { setting } from '#runtimes/setting.ts'
import { namesLike } from './variables.ts'

const policies: Readonly<Record<string, Worker['restart']>> = {
  always: 'always',
  'on-failure': 'on-failure',
  no: 'never',
}

/** `CC_WORKER_COMMAND`, then the numbered ones in their order. */
export function workersOf(environment: Environment): Worker[] {
  const restart = policies[setting(environment, 'CC_WORKER_RESTART') ?? ''] ?? 'on-failure'
  const delay = Number(setting(environment, 'CC_WORKER_RESTART_DELAY') ?? 1) * 1000
  return ['CC_WORKER_COMMAND', 'CC_WORKER_COMMAND_<n>']
    .flatMap((name) => namesLike(name, environment))
    .map((name) => setting(environment, name))
    .filter((text) => text !== undefined)
    .map((text) => ({ command: ['sh', '-c', text], restart, delay }))
}
