import type { AllowedHosts } from '#platform/model/hosting/recipe/recipe.ts'
import type { JvmProperties } from './jvm-properties.ts'
import type { PlayConfiguration } from './play-configuration.ts'
import { isBelow, type PlayLine } from './play-version.ts'

export interface NetworkFacts {
  line: PlayLine
  config: PlayConfiguration
  properties: JvmProperties
  /** Whether the application has its own class of filters. */
  hasOwnFilters: boolean
  /** Modifiers of its routes, by which some are exempt from a filter. */
  routeModifiers: ReadonlySet<string>
}

/** What a configuration needs behind a router that ends TLS; `hasHosts` when the platform gives the hosts. */
export function networkWarnings(facts: NetworkFacts, hasHosts: boolean): string[] {
  // Nothing is known about a file that is not there or not understood.
  if (facts.config.problem !== undefined) return []
  return [...(hasHosts ? [] : hostWarnings(facts)), ...forwardedWarnings(facts)]
}

export const allowedHosts = 'play.filters.hosts.allowed'
const allowed = allowedHosts
const hostFilter = 'play.filters.hosts.AllowedHostsFilter'

/** The lines that let visitors pass Play's filter of hosts. */
const allowedHostsLines = `${allowed} = [".example.org"] with the application's domains, or ${allowed} = ["."] for any: the router passes on requests for its domains only`

/** Whether the application leaves its hosts to the platform, whose list its configuration would override. */
export const leavesHosts = ({ config, properties }: NetworkFacts): boolean =>
  !config.configuration.has(allowed) && !hasHostProperty(properties)

/** The hosts that the application lets in, where it has set them and Play looks at them for every route. */
export function hostsOf(facts: NetworkFacts): AllowedHosts | undefined {
  const { path, configuration, isWhole } = facts.config
  const hosts = configuration.items(allowed)
  if (!isFiltered(facts) || hasExemptRoutes(facts) || !isWhole || !hosts) return undefined
  return { hosts, origin: `${allowed} in ${path}` }
}

const hasHostProperty = (properties: JvmProperties) =>
  [...properties.keys()].some((name) => name.startsWith(allowed))

/** The filter of hosts is on by itself from Play 2.6 on. */
function isFiltered({ line, config, properties, hasOwnFilters }: NetworkFacts): boolean {
  const { configuration } = config
  if (isBelow(line, 2, 6) || hasOwnFilters || configuration.has('play.http.filters')) return false
  if (configuration.isReplaced(enabled) && !configuration.items(enabled)?.some(mayBeHostFilter)) {
    return false
  }
  const disabled = configuration.items('play.filters.disabled') ?? []
  return !hasHostProperty(properties) && !disabled.includes(hostFilter)
}

const enabled = 'play.filters.enabled'
const mayBeHostFilter = (name: string) => name === hostFilter || name === '?'

/**
 * Whether the filter leaves out some routes, of which the health check may ask one: those with a modifier of the white list, and where
 * that is empty those without one of the black list.
 */
function hasExemptRoutes({ config: { configuration }, routeModifiers }: NetworkFacts): boolean {
  const exempt = configuration.items('play.filters.hosts.routeModifiers.whiteList') ?? ['anyhost']
  const checked = configuration.items('play.filters.hosts.routeModifiers.blackList') ?? []
  if (exempt.length === 0) return checked.length > 0
  return exempt.some((name) => name === '?' || routeModifiers.has(name))
}

function hostWarnings(facts: NetworkFacts): string[] {
  const { path, configuration, isWhole } = facts.config
  if (!isFiltered(facts)) return []
  const hosts = configuration.items(allowed)
  const isSet = configuration.has(allowed)
  if (!isSet && !isWhole) return []
  // A list that is made from variables is the owner's business.
  if (isSet && (hosts === undefined || !hosts.every(isLocal))) return []
  const what = isSet ? 'allows only this machine' : 'is not set'
  const whom = hasExemptRoutes(facts)
    ? 'on every route that is not exempt from the filter of hosts'
    : 'to visitors and to the health check'
  return [`${allowed} ${what} in ${path}: Play answers 400 ${whom}. Write ${allowedHostsLines}.`]
}

/** Hosts that no visitor asks for. */
const isLocal = (host: string) =>
  /^(localhost|\.local|\.localhost|127\.0\.0\.1|\[::1\]|)(:\d+)?$/.test(host)

const trusted = 'play.http.forwarded.trustedProxies'

function forwardedWarnings({ line, config, properties }: NetworkFacts): string[] {
  const { path, configuration, isWhole } = config
  const why = 'request.secure is false for visitors who come by HTTPS'
  const [key, wanted] = isBelow(line, 2, 4)
    ? ['trustxforwarded', 'trustxforwarded=true']
    : [trusted, `${trusted} = ["0.0.0.0/0", "::/0"]`]
  if (properties.has(key) || !isWhole) return []
  const isOn = key === trusted ? configuration.has(key) : configuration.text(key) === 'true'
  return isOn ? [] : [`${key} is not set in ${path}: ${why}. Write ${wanted}.`]
}
