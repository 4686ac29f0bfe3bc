import { type Environment, isOn } from '#platform/applications/environment.ts'
import { Failure } from '#platform/deployments/failure.ts'
import { setting } from '#runtimes/setting.ts'

/** Whether the application is a task; one needs a command. */
export function isTask(environment: Environment): boolean {
  if (!isOn(environment, 'CC_TASK')) return false
  if (setting(environment, 'CC_RUN_COMMAND') === undefined) {
    throw new Failure('recipe', 'CC_TASK is on, and a task needs CC_RUN_COMMAND: what to run once.')
  }
  return true
}
