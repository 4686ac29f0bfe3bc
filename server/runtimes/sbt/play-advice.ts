import type { Environment } from '#platform/applications/environment.ts'
import type { Source } from '#platform/deployments/source.ts'
import { quote } from '#runtimes/variable.ts'
import { jvmProperties } from './jvm-properties.ts'
import { readPlayConfiguration } from './play-configuration.ts'
import { networkWarnings } from './play-network.ts'
import { secretWarnings } from './play-secret.ts'
import { findPlayPlugin, lineText, newestLine, type PlayLine, playLine } from './play-version.ts'

export interface PlayProject {
  line: PlayLine
  note: string
}

/** The Play of a project; of one that is not `isPlay` for sure, only where it has the plugin. */
export async function findPlay(
  source: Source,
  options: readonly string[],
  isPlay: boolean,
): Promise<PlayProject | undefined> {
  const plugin = await findPlayPlugin(source, options)
  if (!plugin && !isPlay) return undefined
  const line = plugin?.version === undefined ? undefined : playLine(plugin.version)
  if (plugin && line)
    return { line, note: `Play ${quote(plugin.version ?? '').slice(1, -1)} (${plugin.path})` }
  const where = plugin
    ? `${plugin.path} does not say it plainly`
    : 'project/*.sbt does not add its plugin'
  return {
    line: newestLine,
    note: `The version of Play is unknown, because ${where}: what follows is for Play ${lineText(newestLine)}`,
  }
}

export interface PlaySetup {
  line: PlayLine
  /** Folder that contains `conf`. */
  folder: string
  options: readonly string[]
  environment: Environment
}

/** What the owner should change in the configuration, before the application fails for it. */
export async function playWarnings(source: Source, setup: PlaySetup): Promise<string[]> {
  const { line, folder, options, environment } = setup
  const properties = jvmProperties(environment, options)
  const config = await readPlayConfiguration(source, { folder, properties, environment })
  const inApp = await source.list(folder === '.' ? 'app' : `${folder}/app`)
  const hasOwnFilters = inApp.some((name) => /^Filters\.(scala|java)$/.test(name))
  return [
    ...secretWarnings({ line, config, properties, options, environment }),
    ...networkWarnings({ line, config, properties, hasOwnFilters }),
  ]
}
