import type { Environment } from '#platform/applications/environment.ts'

/** The value of a variable that the platform understands; a blank one counts as unset. */
export function setting(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined
}
