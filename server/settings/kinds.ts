import { isIP } from 'node:net'
import { isLoopback } from '#kit/net/loopback.ts'
import { Problem } from '#kit/setting-kinds.ts'
import { countryCode } from '#kit/text/countries.ts'

/** Comma-separated IPv4 networks (`10.1.0.0/16`) and addresses, each as a network. */
export const ipv4Networks = (text: string) => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const networks = parts.map((part) => (part.includes('/') ? part : `${part}/32`))
  for (const [place, network] of networks.entries()) {
    const problem = problemOfNetwork(network)
    if (problem) return new Problem(`names ${parts[place]}, ${problem}`)
  }
  return networks
}

function problemOfNetwork(network: string): string | undefined {
  const [address = '', bits = '', ...rest] = network.split('/')
  if (isIP(address) === 6) return 'but applications have no IPv6: give networks of IPv4'
  if (isIP(address) !== 4 || !/^\d{1,2}$/.test(bits) || Number(bits) > 32 || rest.length > 0) {
    return 'which is neither an address nor a network such as 10.1.0.0/16'
  }
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  if (number % 2 ** (32 - Number(bits)) !== 0) {
    return `which is an address inside a network: /${bits} leaves digits behind the network's own`
  }
  const isOwn = isLoopback(address) && Number(bits) >= 8
  return isOwn ? 'but a loopback address is the application itself, not another machine' : undefined
}

/** Comma-separated `name:City:CC:latitude:longitude`, with unique names that are not taken. */
export const zoneList =
  (...taken: string[]) =>
  (text: string) => {
    const parts = text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const wrong = parts.find((part) => !isZone(part))
    if (wrong !== undefined) {
      return new Problem(`names ${wrong}; a zone looks like lyo:Lyon:FR:45.76:4.84`)
    }
    const zones = parts.map((part) => {
      const [name = '', city = '', countryCode = '', latitude, longitude] = part.split(':')
      return { name, city, countryCode, latitude: Number(latitude), longitude: Number(longitude) }
    })
    const names = [...taken, ...zones.map(({ name }) => name)]
    const twice = names.find((name, place) => names.indexOf(name) < place)
    return twice === undefined
      ? zones
      : new Problem(`names ${twice}, which is there already: each zone needs another name`)
  }

const zonePattern =
  /^[a-z][a-z0-9-]{1,30}:[^:,\p{Cc}]{1,60}:([A-Z]{2}):(-?\d{1,2}(?:\.\d{1,9})?):(-?\d{1,3}(?:\.\d{1,9})?)$/u

function isZone(part: string): boolean {
  const [, code = '', latitude, longitude] = zonePattern.exec(part) ?? []
  return (
    countryCode(code) === code &&
    Math.abs(Number(latitude)) <= 90 &&
    Math.abs(Number(longitude)) <= 180
  )
}

/** `sqlite`, or the address of a PostgreSQL database. */
export const storeAddress = (text: string): 'sqlite' | URL | Problem => {
  if (text === 'sqlite') return text
  const url = URL.canParse(text) ? new URL(text) : undefined
  const sentence =
    'is neither sqlite nor an address such as postgresql://user:password@db.example.org:5432/berth'
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return new Problem(sentence)
  if (!url.hostname || !/^\/[^/]+$/.test(url.pathname)) return new Problem(sentence)
  return url
}
