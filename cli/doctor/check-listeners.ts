import type { PlatformAddresses } from '#client/resources/platform.ts'
import type { Finding } from './finding.ts'
import {
  addressesOf,
  type Listener,
  probeCertificate,
  probePort,
  type ShownCertificate,
} from './probe-listener.ts'

const day = 86_400_000
/** Renewals are due a month before the end; two weeks mean that they fail. */
const warnedBefore = 14 * day

/** Addresses of a platform, as far as they are known. */
export type KnownAddresses = Partial<Omit<PlatformAddresses, 'git'>> & {
  git?: Partial<PlatformAddresses['git']>
}

/** Looks up the hosts of a platform, connects to its ports and reads its certificates. */
export async function checkListeners(
  addresses: KnownAddresses,
  ca: string | undefined,
): Promise<Finding[]> {
  const listeners = listenersOf(addresses)
  const hosts = [...new Set(listeners.map(({ host }) => host))]
  const encrypted = listeners.filter(({ isNamed, url }) => isNamed && url.protocol === 'https:')
  return (
    await Promise.all([
      ...hosts.map(hostFinding),
      ...listeners.map(portFinding),
      ...encrypted.map(({ name, ...listener }) => certificateOf(name, listener, ca)),
    ])
  ).flat()
}

/** A listener with what it is for. */
interface NamedListener extends Listener {
  name: string
  url: URL
  /** Whether its certificate is for the host of the address; that of visitors is for domains of applications. */
  isNamed: boolean
}

const defaultPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'git+ssh:': 22,
  'ssh:': 22,
}

function listenersOf({ api, bridge, console, git, visitors }: KnownAddresses): NamedListener[] {
  const named = {
    API: api,
    bridge,
    console,
    'Git over HTTPS': git?.https,
    'Git over SSH': git?.ssh,
  }
  const all = [
    ...Object.entries(named).map(([name, address]) => ({ name, address, isNamed: true })),
    { name: 'visitors over HTTP', address: visitors?.http, isNamed: false },
    { name: 'visitors over HTTPS', address: visitors?.https, isNamed: false },
  ]
  const merged = new Map<string, NamedListener>()
  for (const { name, address, isNamed } of all) {
    if (address === undefined || !URL.canParse(address)) continue
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = Number(url.port) || (defaultPorts[url.protocol] ?? 0)
    const key = `${host} ${port}`
    const former = merged.get(key)
    if (former) former.name += `, ${name}`
    else merged.set(key, { name, url, host, port, isNamed })
  }
  return [...merged.values()]
}

async function hostFinding(host: string): Promise<Finding> {
  try {
    const addresses = await addressesOf(host)
    return { area: 'dns', state: 'ok', message: `${host}: ${addresses.join(', ')}` }
  } catch (error) {
    return {
      area: 'dns',
      state: 'failed',
      message: `${host} has no address (${(error as Error).message})`,
      hint: 'Create its DNS record, or choose another address for the platform.',
    }
  }
}

async function portFinding(listener: NamedListener): Promise<Finding> {
  const { host, port, name } = listener
  try {
    await probePort(listener)
    return { area: 'ports', state: 'ok', message: `${host}:${port} (${name})` }
  } catch (error) {
    return {
      area: 'ports',
      state: 'failed',
      message: `${host}:${port} (${name}): ${(error as Error).message}`,
      hint: 'Is the platform running, and does a firewall let this machine reach the port?',
    }
  }
}

async function certificateOf(
  name: string,
  listener: Listener,
  ca: string | undefined,
): Promise<Finding[]> {
  try {
    return [certificateFinding(name, await probeCertificate(listener, ca), Date.now())]
  } catch {
    // The check of the port says that nobody listens, or nobody with TLS.
    return []
  }
}

/** Whether a certificate is trusted, and for how long. */
export function certificateFinding(
  name: string,
  { problem, expiresAt }: ShownCertificate,
  now: number,
): Finding {
  const date = new Date(expiresAt).toISOString().slice(0, 10)
  if (problem !== undefined)
    return {
      area: 'certificates',
      state: 'failed',
      message: `${name}: the certificate is ${problem} (until ${date})`,
      hint: 'Log in again with its certificate authority, or let the platform get a certificate.',
    }
  const isSoon = expiresAt - now < warnedBefore
  return {
    area: 'certificates',
    state: isSoon ? 'warning' : 'ok',
    message: `${name}: valid until ${date}`,
    ...(isSoon && { hint: 'It should have been renewed: the log of the platform says why not.' }),
  }
}
