import type { Application } from './application.ts'

/** The variables given to an application, by name; frozen once gathered. */
export type Environment = Readonly<Record<string, string>>

/** Whether a variable of two values is on. */
export const isOn = (environment: Environment, name: string): boolean =>
  /^(true|yes|1)$/i.test(environment[name]?.trim() ?? '')

/** The variables with the one that makes an application a task, unless its owner has set that. */
export const withLifetime = (
  { isTask }: Pick<Application, 'isTask'>,
  environment: Environment,
): Environment => (isTask ? Object.freeze({ CC_TASK: 'true', ...environment }) : environment)

/** Whether an application with these variables is run once instead of serving visitors. */
export const isRunOnce = (
  application: Pick<Application, 'isTask'>,
  environment: Environment,
): boolean => isOn(withLifetime(application, environment), 'CC_TASK')
