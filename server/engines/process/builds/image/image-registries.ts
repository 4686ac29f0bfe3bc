import { parse } from 'smol-toml'

const usualRegistries = 'unqualified-search-registries = ["docker.io"]\n'

/** Settings of Buildah about registries: those of the operator, where a name without a host is one of docker.io unless they say otherwise. */
export function completeRegistries(settings = ''): string {
  const names = Object.keys(parse(settings))
  return names.includes('unqualified-search-registries') ? settings : usualRegistries + settings
}

interface Place {
  location?: unknown
  insecure?: unknown
}

/** Addresses of the registries and mirrors that the settings name, for the firewall; throws what is wrong with them. */
export function registryAddresses(settings: string): string[] {
  const { registry = [] } = parse(settings) as { registry?: unknown }
  if (!Array.isArray(registry)) throw new Error('"registry" is not a list of tables ([[registry]])')
  const places = registry.flatMap((each: Place & { mirror?: unknown }) => [
    each,
    ...(Array.isArray(each.mirror) ? (each.mirror as Place[]) : []),
  ])
  return places.flatMap(({ location, insecure }) => {
    if (typeof location !== 'string') return []
    const address = `${insecure === true ? 'http' : 'https'}://${location}`
    return URL.canParse(address) ? [address] : []
  })
}
