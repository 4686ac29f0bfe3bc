import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Place } from '#runtimes/pipeline/app-folder.ts'
import { readPlatformFile } from '#runtimes/pipeline/hooks.ts'
import { quote, setting } from '#runtimes/variable.ts'

/** What `PLAY1_VERSION` may be, `1.5` and `15`, and the newest framework of that line, of versions that are oldest first. */
const frameworksOf = (versions: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    versions.flatMap((version): [line: string, version: string][] => {
      const [major = '', minor = ''] = version.split('.')
      return [
        [`${major}.${minor}`, version],
        [`${major}${minor}`, version],
      ]
    }),
  )

export interface Play1Choice {
  version: string
  note: string
}

/** The framework that `PLAY1_VERSION` names, else the file `play1_version`, else the newest of those that can be had. */
export async function choosePlay1(
  place: Place,
  environment: Environment,
  versions: readonly string[],
): Promise<Play1Choice> {
  const variable = setting(environment, 'PLAY1_VERSION')
  const file = variable === undefined ? await readPlatformFile(place, 'play1_version') : undefined
  const wanted = variable ?? file?.text.trim()
  if (wanted === undefined) {
    const version = versions.at(-1) ?? ''
    return { version, note: `Play ${version} (the newest; PLAY1_VERSION chooses another)` }
  }
  const origin = file?.path ?? 'PLAY1_VERSION'
  const frameworks = frameworksOf(versions)
  const version = frameworks.get(wanted)
  if (version) return { version, note: `Play ${version} (${origin} ${wanted})` }
  throw new Failure(
    'recipe',
    `${origin} is ${quote(wanted)}, which is not a supported version of Play 1: use one of ${[...frameworks.keys()].join(', ')}.`,
  )
}
