import type { Application } from './application.ts'

/** Variables of an application by name; frozen once gathered. */
export type Environment = Readonly<Record<string, string>>

/** Whether a boolean variable is true. */
export const isOn = (environment: Environment, name: string): boolean =>
  /^(true|yes|1)$/i.test(environment[name]?.trim() ?? '')

/** Adds the variable that marks a task, unless the owner has set it. */
export const withLifetime = (
  { isTask }: Pick<Application, 'isTask'>,
  environment: Environment,
): Environment => (isTask ? Object.freeze({ CC_TASK: 'true', ...environment }) : environment)

/** Whether the application runs once per deployment instead of serving visitors. */
export const isRunOnce = (
  application: Pick<Application, 'isTask'>,
  environment: Environment,
): boolean => isOn(withLifetime(application, environment), 'CC_TASK')
