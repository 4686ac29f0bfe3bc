import { BlockList, isIP } from 'node:net'
import { hasBlockedPort, isBlockedPort } from './net/blocked-ports.ts'
import type { PortRange } from './net/free-port.ts'
import { parseDuration } from './text/duration.ts'

/** One setting of the server: its variable, description and parser. */
export interface Setting<T> {
  variable: string
  fallback: string
  meaning: string
  /** Its value is never shown. */
  isSecret?: boolean
  /** The value, or a sentence about the problem. */
  parse(text: string): T | Problem
}

/** Why a text is not a valid value of the setting. */
export class Problem {
  readonly sentence: string
  constructor(sentence: string) {
    this.sentence = sentence
  }
}

export const text = (text: string) => text
export const port = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) < 65_536
    ? Number(text)
    : new Problem('is not a port: give a number from 0 (any free one) to 65535')
/** A port of pages and of an API. */
export const webPort = (text: string) => {
  const value = port(text)
  return typeof value === 'number' && value !== 0 && isBlockedPort(value)
    ? new Problem('is a port that browsers and HTTP clients refuse to call: choose another one')
    : value
}
export const address = (text: string) =>
  isIP(text) ? text : new Problem('is not an IP address, such as 127.0.0.1 or 0.0.0.0')
export const optionalAddress = (text: string) => (text === '' ? undefined : address(text))
export const origin = (text: string) => {
  if (text === '') return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && hasBlockedPort(url)) {
    return new Problem(
      'has a port that browsers and HTTP clients refuse to call: choose another one',
    )
  }
  return url && /^https?:$/.test(url.protocol) && url.origin === text
    ? text
    : new Problem(
        'is not an address such as https://api.example.org (without a path or a slash at the end)',
      )
}
export const hostName = (text: string) =>
  /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*(:\d{1,5})?$/i.test(text)
    ? text.toLowerCase()
    : new Problem('is not a host name')
export const optionalHostName = (text: string) => (text === '' ? undefined : hostName(text))
export const oneOf =
  <T extends string>(...values: T[]) =>
  (text: string) =>
    values.find((value) => value === text) ??
    new Problem(`is not known here: use ${values.join(' or ')}`)
const minRange = 100
/** Such as `20000-29999`. */
export const portRange = (text: string): PortRange | Problem => {
  const [, from = 0, to = 0] = (/^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []).map(Number)
  return from >= 1024 && to <= 65_535 && to - from + 1 >= minRange
    ? { from, to }
    : new Problem(
        `is not a range of at least ${minRange} ports from 1024 to 65535, such as 20000-29999`,
      )
}
/** Such as `30000-30099`, of any length, or absent. */
export const optionalPorts = (text: string): PortRange | undefined | Problem => {
  if (text === '') return undefined
  const [, from = 0, to = 0] = (/^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []).map(Number)
  return from >= 1024 && to <= 65_535 && from <= to
    ? { from, to }
    : new Problem('is not a range of ports from 1024 to 65535, such as 30000-30099')
}
export const duration = (text: string) =>
  parseDuration(text) ?? new Problem('is not a duration, such as 90s or 15m')
/** A whole number between bounds, which a wrong one is told. */
export const wholeNumber =
  (min: number, max: number, what = 'a number') =>
  (text: string) =>
    /^\d{1,12}$/.test(text) && Number(text) >= min && Number(text) <= max
      ? Number(text)
      : new Problem(`is not ${what} from ${min} to ${max}`)
const maxMegabytes = 9_999_999
const megabyteCount = wholeNumber(1, maxMegabytes, 'a number of megabytes')
export const megabytes = (text: string) => {
  const value = megabyteCount(text)
  return value instanceof Problem ? value : value * 1024 * 1024
}
const limited = wholeNumber(0, 9_999_999, 'a number (0 for no limit)')
/** A limit; `0` means unlimited. */
export const limit = (text: string) => {
  const value = limited(text)
  return value instanceof Problem ? value : value || Number.POSITIVE_INFINITY
}
/** The same in megabytes. */
const megabyteLimit = (text: string) => {
  const value = limit(text)
  return value instanceof Problem ? value : value * 1024 * 1024
}
/** The same, or absent. */
export const optionalMegabyteLimit = (text: string) =>
  text === '' ? undefined : megabyteLimit(text)
export const count = wholeNumber(1, 9999)
export const fileCount = wholeNumber(1000, 999_999_999)
export const callsPerMinute = wholeNumber(
  0,
  9_999_999,
  'a number of calls per minute (0 for no limit)',
)
export const connections = wholeNumber(0, 999_999, 'a number of connections (0 for no limit)')
/** A number of at least 1, or absent. */
export const optionalCount = (text: string) => (text === '' ? undefined : count(text))
export const email = (text: string) =>
  /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254
    ? text.toLowerCase()
    : new Problem('is not an e-mail address')

/** Comma-separated e-mail addresses. */
export const emails = (text: string) => {
  const addresses = text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
  const wrong = addresses.find((address) => email(address) instanceof Problem)
  return wrong === undefined
    ? addresses
    : new Problem(`names ${wrong}, which is not an e-mail address`)
}

export const yesOrNo = (yes: string, no: string) => (text: string) =>
  text === yes || text === no ? text === yes : new Problem(`is neither ${yes} nor ${no}`)
/** Comma-separated addresses and networks (`10.0.0.0/8`). */
export const networks = (text: string) => {
  const list = new BlockList()
  for (const part of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', bits] = part.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const maxPrefix = family === 'ipv6' ? 128 : 32
    const prefix =
      bits === undefined ? maxPrefix : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (!isIP(address) || !(prefix <= maxPrefix)) {
      return new Problem(`names ${part}, which is neither an address nor a network`)
    }
    list.addSubnet(address, prefix, family)
  }
  return list
}
/** Comma-separated IPv4 addresses. */
export const ipv4Addresses = (text: string) => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const wrong = parts.find((part) => isIP(part) !== 4)
  return wrong === undefined ? parts : new Problem(`names ${wrong}, which is not an IPv4 address`)
}
/** Comma-separated name servers: IP addresses, with a port if it is not 53; none when empty. */
export const nameServers = (text: string) => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const wrong = parts.find((part) => {
    const bare = /^\[(.+)\](:\d{1,5})?$/.exec(part)?.[1] ?? part.replace(/^([^:]+):\d{1,5}$/, '$1')
    return isIP(bare) === 0
  })
  return wrong === undefined ? parts : new Problem(`names ${wrong}, which is not a name server`)
}
/** Comma-separated `key:secret`. */
export const credentialPairs = (text: string) => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const pairs = parts.flatMap((part) => {
    const [, key, secret, mark] =
      /^([\w-]{1,100}):([\w-]{1,100})(:unsigned-query)?$/.exec(part) ?? []
    return key && secret ? [{ key, secret, acceptsUnsignedQuery: mark !== undefined }] : []
  })
  if (pairs.length < parts.length || new Set(pairs.map(({ key }) => key)).size < pairs.length) {
    return new Problem('must be key:secret pairs of letters, digits, - and _, each key once')
  }
  return pairs
}
/** `17=/opt/jdk-17,21=/opt/jdk-21` */
export const folderByName = (text: string): Readonly<Record<string, string>> | Problem => {
  const pairs = text === '' ? [] : text.split(',').map((pair) => pair.trim().split('='))
  const isRight = pairs.every(([name = '', folder = '', ...more]) => {
    return /^\w+$/.test(name) && folder.startsWith('/') && more.length === 0
  })
  return isRight
    ? Object.fromEntries(pairs)
    : new Problem('is not a list of names with absolute folders, such as 17=/opt/jdk-17')
}

export const smtpServer = (text: string) => {
  if (text === '') return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && hasBlockedPort(url)) {
    return new Problem(
      'has a port that browsers and HTTP clients refuse to call: choose another one',
    )
  }
  return url && /^smtps?:$/.test(url.protocol) && url.hostname
    ? url
    : new Problem('is not an address such as smtp://user:password@mail.example.org:587')
}

export const setting = <T>(
  variable: string,
  fallback: string,
  parse: (text: string) => T | Problem,
  meaning: string,
): Setting<T> => ({ variable, fallback, parse, meaning })

/** A setting whose value must not be logged. */
export const secretSetting = <T>(...definition: Parameters<typeof setting<T>>): Setting<T> => ({
  ...setting(...definition),
  isSecret: true,
})
