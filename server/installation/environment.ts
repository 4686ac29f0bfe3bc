import { plainEnvironment } from '#kit/process/subprocess.ts'
import { givenVariables, type Settings } from '#settings/settings.ts'

/** What programs of another version are started with: the same settings. */
export const environmentOf = (settings: Settings): Record<string, string> => ({
  ...plainEnvironment(),
  ...givenVariables(settings),
})
