import type { Environment } from '#platform/applications/environment.ts'

/** The value of a variable that the platform understands; a blank one counts as unset. */
export function setting(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined
}

/** Whether a variable of two values is on; the pipeline has checked what it holds. */
export function isOn(environment: Environment, name: string): boolean {
  return /^(true|yes|1)$/i.test(setting(environment, name) ?? '')
}
