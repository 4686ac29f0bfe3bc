import type { Environment } from '#platform/model/hosting/environment.ts'
import type { ProvidedVariables } from '#platform/model/hosting/recipe/recipe.ts'
import { setting } from '#runtimes/variable.ts'
import { jvmProperties } from './jvm-properties.ts'
import { allowedHosts } from './play-network.ts'
import { applicationSecret, type SecretPlacement } from './play-secret.ts'
import { isBelow, type PlayLine } from './play-version.ts'

/** Hosts of the application for the configuration of Play; `start-staged` reads it. */
const hostsVariable = 'CC_APP_DOMAINS'

const sources = ['config.resource', 'config.file'] as const

export interface OverlayFacts {
  line: PlayLine
  /** Options of the goal, which the start gets. */
  options: readonly string[]
  environment: Environment
}

/**
 * Whether the platform can put a configuration around the application's: it writes the start command, and the options of
 * that command name the application's configuration, if any do.
 */
export function canOverlay({ line, environment }: OverlayFacts): boolean {
  if (isBelow(line, 2, 6) || setting(environment, 'CC_RUN_COMMAND') !== undefined) return false
  const ofVariables = jvmProperties(environment, [])
  return !['config.url', ...sources].some((name) => ofVariables.has(name))
}

/** What the overlay says, beside what it includes. */
export interface OverlayContent {
  secret?: { key: string; placement: SecretPlacement }
  hasHosts: boolean
}

export interface PlayOverlay {
  /** Options of `start-staged`, which writes the configuration: a command line must not hold a secret. */
  launcher: string[]
  /** Options of the goal that the program still gets. */
  options: string[]
  provided: ProvidedVariables
}

/** A configuration that includes the application's own, with settings before it, which it overrides, and after it. */
export function overlayOf(
  { secret, hasHosts }: OverlayContent,
  options: readonly string[],
): PlayOverlay | undefined {
  if (!secret && !hasHosts) return undefined
  const flag = secret?.placement === 'override' ? '--secret' : '--default-secret'
  return {
    launcher: [
      ...(secret ? [`${flag}=${secret.key}`] : []),
      ...(hasHosts ? [`--default-hosts=${allowedHosts}`] : []),
      ...includesOf(options).map((include) => `--include=${include}`),
    ],
    options: options.filter((word) => !sources.some((name) => word.startsWith(`-D${name}=`))),
    provided: {
      ...(secret && { secret: applicationSecret }),
      ...(hasHosts && { hosts: hostsVariable }),
    },
  }
}

/** As Play looks for it: a resource before a file; `start-staged` knows what it reads where no option names one. */
function includesOf(options: readonly string[]): string[] {
  const properties = jvmProperties({}, options)
  const [resource, file] = sources.map((name) => properties.get(name))
  if (resource) return [`classpath(${JSON.stringify(resource)})`]
  return file ? [`file(${JSON.stringify(file)})`] : []
}
