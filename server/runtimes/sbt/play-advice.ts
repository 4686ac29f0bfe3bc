import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { AllowedHosts } from '#platform/model/hosting/recipe/recipe.ts'
import { quote, setting } from '#runtimes/variable.ts'
import { jvmProperties } from './jvm-properties.ts'
import { type PlayConfiguration, readPlayConfiguration } from './play-configuration.ts'
import { allowedHosts, hostsOf, leavesHosts, networkWarnings } from './play-network.ts'
import { canOverlay, overlayOf, type PlayOverlay } from './play-overlay.ts'
import { planSecret } from './play-secret.ts'
import {
  findPlayPlugin,
  likelyLine,
  lineText,
  newestLine,
  type PlayLine,
  playLine,
} from './play-version.ts'
import { readRouteModifiers } from './route-modifiers.ts'

export interface PlayProject {
  line: PlayLine
  note: string
}

export interface PlayClues {
  /** Options of the JVM of sbt, which may give the version as a property. */
  options: readonly string[]
  /** Version of sbt. */
  sbt: string
  isPlay: boolean
  /** Asked where the version is not known. */
  configuration: () => Promise<PlayConfiguration>
}

/** The Play of a project; of one that is not `isPlay` for sure, only where it has the plugin. */
export async function findPlay(
  source: Source,
  { options, sbt, isPlay, configuration }: PlayClues,
): Promise<PlayProject | undefined> {
  const plugin = await findPlayPlugin(source, options)
  if (!plugin && !isPlay) return undefined
  const line = plugin?.version === undefined ? undefined : playLine(plugin.version)
  if (plugin && line)
    return { line, note: `Play ${quote(plugin.version ?? '').slice(1, -1)} (${plugin.path})` }
  const where = plugin
    ? plugin.property === undefined
      ? `${plugin.path} does not say it plainly`
      : `${plugin.path} takes it from the property ${plugin.property}, which nothing sets (add -D${plugin.property}=<version> to SBT_DEPLOY_GOAL)`
    : 'project/*.sbt does not add its plugin'
  const likely = likelyLine(sbt, plugin?.group, (await configuration()).configuration)
  return {
    line: likely,
    note: `The version of Play is unknown, because ${where}: what follows is for Play ${lineText(likely)}${likely === newestLine ? '' : `, by its sbt ${sbt}, its group and its configuration`}`,
  }
}

export interface PlaySetup {
  line: PlayLine
  /** Folder that contains `conf`. */
  folder: string
  options: readonly string[]
  environment: Environment
}

/** How Play is started, and what the owner should change in the configuration before the application fails for it. */
export interface PlayStart {
  /** Absent where the platform adds nothing to the configuration. */
  overlay?: PlayOverlay
  /** The hosts that the application's own configuration lets in. */
  allowedHosts?: AllowedHosts
  notes: string[]
  warnings: string[]
}

export async function planPlayStart(source: Source, setup: PlaySetup): Promise<PlayStart> {
  const { line, folder, options, environment } = setup
  const properties = jvmProperties(environment, options)
  const config = await readPlayConfiguration(source, { folder, properties, environment })
  const inApp = await source.list(folder === '.' ? 'app' : `${folder}/app`)
  const hasOwnFilters = inApp.some((name) => /^Filters\.(scala|java)$/.test(name))
  const routeModifiers = await readRouteModifiers(source, folder)
  const network = { line, config, properties, hasOwnFilters, routeModifiers }
  const isOurStart = setting(environment, 'CC_RUN_COMMAND') === undefined
  const canPass = canOverlay({ line, options, environment })
  const facts = { line, config, properties, options, environment, isOurStart }
  const { key, placement, notes, warnings } = planSecret(facts, canPass)
  const hasHosts = canPass && leavesHosts(network)
  const overlay = overlayOf({ ...(placement && { secret: { key, placement } }), hasHosts }, options)
  const hosts = isOurStart ? hostsOf(network) : undefined
  return {
    ...(overlay && { overlay }),
    ...(hosts && { allowedHosts: hosts }),
    notes: [...notes, ...(hasHosts ? [hostsNote] : [])],
    warnings: [...warnings, ...networkWarnings(network, hasHosts || hosts !== undefined)],
  }
}

const hostsNote = `Play gets the application's domains as ${allowedHosts}, which is not set; a domain that is added later counts from the next start on`
