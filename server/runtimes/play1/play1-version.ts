import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Place } from '#runtimes/pipeline/app-folder.ts'
import { readPlatformFile } from '#runtimes/pipeline/hooks.ts'
import { quote, setting } from '#runtimes/variable.ts'

/** What `PLAY1_VERSION` may be, and the newest framework of that line that Maven Central has. */
const frameworks: ReadonlyMap<string, string> = new Map([
  ['1.2', '1.2.7.2'],
  ['12', '1.2.7.2'],
  ['1.3', '1.3.4'],
  ['13', '1.3.4'],
  ['1.4', '1.4.4'],
  ['14', '1.4.4'],
  ['1.5', '1.5.0'],
  ['15', '1.5.0'],
])

/** The frameworks themselves, oldest first. */
const play1Versions: readonly string[] = [...new Set(frameworks.values())]

export interface Play1Choice {
  version: string
  note: string
}

/** The framework that `PLAY1_VERSION` names, else the file `play1_version`, else the newest. */
export async function choosePlay1(place: Place, environment: Environment): Promise<Play1Choice> {
  const variable = setting(environment, 'PLAY1_VERSION')
  const file = variable === undefined ? await readPlatformFile(place, 'play1_version') : undefined
  const wanted = variable ?? file?.text.trim()
  if (wanted === undefined) {
    const version = play1Versions.at(-1) ?? ''
    return { version, note: `Play ${version} (the newest; PLAY1_VERSION chooses another)` }
  }
  const origin = file?.path ?? 'PLAY1_VERSION'
  const version = frameworks.get(wanted)
  if (version) return { version, note: `Play ${version} (${origin} ${wanted})` }
  throw new Failure(
    'recipe',
    `${origin} is ${quote(wanted)}, which is not a supported version of Play 1: use one of ${[...frameworks.keys()].join(', ')}.`,
  )
}
