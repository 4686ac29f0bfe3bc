import { isIPv4, isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import type { Addresses } from '#api/http/endpoint.ts'
import { writeDurably } from '#kit/files/durable-file.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import type { Settings } from '#settings/settings.ts'
import type { DataFolder } from './disk/data-folder.ts'

/** Ports of the open listeners. */
export interface Ports {
  api: number
  bridge: number
  git: number
  visitors: { http: number; https: number }
}

/** Public address of each listener: the operator's setting, else the bound address and port. */
export function publicAddresses(settings: Settings, ports: Ports): Addresses {
  const host = hostOf(settings)
  // Plain HTTP is for loopback only: when bound to the outside, public addresses use TLS.
  const scheme = isLoopback(settings.bind) ? 'http' : 'https'
  const { appsDomain, publicHttpPort, publicHttpsPort } = settings
  const api = settings.apiUrl ?? `${scheme}://${host}:${ports.api}`
  return {
    api,
    bridge: settings.bridgeUrl ?? `${scheme}://${host}:${ports.bridge}`,
    console: settings.consoleUrl ?? api,
    git: settings.gitHost ?? `${host}:${ports.git}`,
    visitors: {
      // `URL` leaves out the default port of the scheme.
      http: new URL(`http://${appsDomain}:${publicHttpPort ?? ports.visitors.http}`).origin,
      https: new URL(`https://${appsDomain}:${publicHttpsPort ?? ports.visitors.https}`).origin,
    },
  }
}

/**
 * URL of the API for processes of this machine, by IP address: they reach it without a name server, and whatever the
 * public address leads to. Plain HTTP is accepted from loopback addresses; the certificate is valid for the others.
 */
export function localApiUrl({ bind }: Pick<Settings, 'bind'>, port: number): string {
  const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[bind] ?? bind
  const host = isIPv6(address) ? `[${address}]` : address
  return `${isLoopback(address) ? 'http' : 'https'}://${host}:${port}`
}

/** All names under which clients may reach a listener, for its certificate. */
export function listenerNames(settings: Settings): string[] {
  const urls = [settings.apiUrl, settings.bridgeUrl, settings.consoleUrl]
  const named = urls.flatMap((url) => (url ? [new URL(url).hostname] : []))
  const git = settings.gitHost ? [new URL(`ssh://${settings.gitHost}`).hostname] : []
  return [...new Set(['localhost', '127.0.0.1', '::1', hostOf(settings), ...named, ...git])].map(
    (name) => name.replace(/^\[|\]$/g, ''),
  )
}

/** Hosts of the platform, as domains are spelled; applications get none of them. */
export function platformHosts(settings: Settings, addonsHost: string): string[] {
  const { publicName } = settings
  const leading = publicName ? [publicName.replace(/:\d+$/, '')] : []
  const names = [...listenerNames(settings), addonsHost, ...leading]
  return [...new Set(names.map((name) => name.toLowerCase().replace(/\.$/, '')))]
}

/** IPv4 addresses for the DNS records of domains: those of the operator, else the bound one; none when bound to all. */
export function visitorAddresses({
  publicAddresses,
  bind,
}: Pick<Settings, 'publicAddresses' | 'bind'>): string[] {
  if (publicAddresses.length > 0) return publicAddresses
  return isIPv4(bind) && bind !== '0.0.0.0' ? [bind] : []
}

/** Publishes the addresses of the listeners to programs on this machine; the file exists only while all are open. */
export async function writeAddresses({ path }: DataFolder, addresses: Addresses): Promise<void> {
  const { git, ...others } = addresses
  const file = {
    ...others,
    git: { ssh: `ssh://git@${git}`, https: `https://${git}` },
    ca: path('ca.pem'),
  }
  await writeDurably(path('addresses.json'), `${JSON.stringify(file, null, 2)}\n`, 0o644)
}

/** Host at which other servers of the same database reach this one. */
export const serverHost = ({ serverHost, bind }: Settings): string => {
  if (serverHost) return serverHost
  if (bind === '0.0.0.0' || bind === '::') return hostname()
  return isIPv6(bind) ? `[${bind}]` : bind
}

/** Host at which machines outside reach the tunnels of network groups here. */
export const tunnelHost = (settings: Settings): string =>
  visitorAddresses(settings)[0] ?? serverHost(settings)

function hostOf({ bind }: Settings): string {
  if (bind === '0.0.0.0' || bind === '::') return 'localhost'
  return isIPv6(bind) ? `[${bind}]` : bind
}
