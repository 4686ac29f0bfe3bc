import { lookup } from 'node:dns/promises'
import { rm } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { runSmall, runSmallOrThrow } from '#kit/process/coprocess/fork-server.ts'
import type { Tunnel, TunnelPeer } from '#platform/model/hosting/network-groups/group-network.ts'
import { asDaemon, inNamespace, linkNames } from './namespaces.ts'

const timeout = 30_000
const lookupTimeout = 5_000
/** Where wireguard-go listens for `wg`. */
const controlFolder = '/var/run/wireguard'

/** Keeps the translation of a home router open from this side, for applications that call a person's machine. */
const keepalive = 25

/** Configuration for `wg syncconf`, with addresses for host names. */
function tunnelConfiguration({ privateKey, port, peers }: Tunnel): string {
  return [
    `[Interface]\nPrivateKey = ${privateKey}\nListenPort = ${port}\n`,
    ...peers.map(
      ({ publicKey, addresses, endpoint }) =>
        `[Peer]\nPublicKey = ${publicKey}\nAllowedIPs = ${addresses.map((each) => `${each}/32`).join(', ')}\n${
          endpoint
            ? `Endpoint = ${endpoint.host}:${endpoint.port}\nPersistentKeepalive = ${keepalive}\n`
            : ''
        }`,
    ),
  ].join('\n')
}

/** The kernel's WireGuard, a process of wireguard-go, or nothing that this machine has. */
export type TunnelKind = 'kernel' | 'wireguard-go'

export interface TunnelPlace {
  /** Name of the interface. */
  name: string
  /** Network namespace of the hub. */
  netns: string
  kind: TunnelKind
  /** Folders of the control groups of the process. */
  groups: readonly string[]
}

/**
 * Makes the WireGuard interface of a hub, or changes the one that it has. It is created in the namespace of the machine,
 * where its UDP socket stays, and moved: no tenant can reach the socket, and the hub needs no network of its own.
 */
export async function openTunnel(
  { name, netns, kind, groups }: TunnelPlace,
  { tunnel, network, mtu }: { tunnel: Tunnel; network: string; mtu: number },
): Promise<void> {
  const configuration = tunnelConfiguration({ ...tunnel, peers: await resolved(tunnel.peers) })
  if (!(await linkNames(netns)).has(name)) {
    await runSmall(['ip', 'link', 'del', name], { timeout })
    if (kind === 'kernel') {
      await runSmallOrThrow(['ip', 'link', 'add', name, 'type', 'wireguard'], { timeout })
    } else {
      await rm(join(controlFolder, `${name}.sock`), { force: true })
      await runSmallOrThrow(asDaemon(['wireguard-go', name], groups), { timeout })
      // It answers once it has found its interface, which it does not after the move.
      await runSmallOrThrow(['wg', 'show', name, 'listen-port'], { timeout })
    }
    await runSmallOrThrow(['ip', 'link', 'set', name, 'netns', netns], { timeout })
  }
  await runSmallOrThrow(inNamespace(netns, ['wg', 'syncconf', name, '/dev/stdin']), {
    input: configuration,
    timeout,
  })
  const batch = `link set ${name} mtu ${mtu}
link set ${name} addrgenmode none
link set ${name} up
route replace ${network} dev ${name}
`
  await runSmallOrThrow(['ip', '-n', netns, '-batch', '-'], { input: batch, timeout })
}

/** A process of wireguard-go ends with its interface. */
export async function closeTunnel({
  name,
  netns,
}: Pick<TunnelPlace, 'name' | 'netns'>): Promise<void> {
  await runSmall(['ip', '-n', netns, 'link', 'del', name], { timeout })
  await rm(join(controlFolder, `${name}.sock`), { force: true })
}

/** The namespace of a hub has no name servers; a server whose name is unknown now is reached by the next round. */
async function resolved(peers: readonly TunnelPeer[]): Promise<TunnelPeer[]> {
  return Promise.all(
    peers.map(async ({ endpoint, ...peer }) => {
      if (!endpoint || isIP(endpoint.host)) return { ...peer, ...(endpoint && { endpoint }) }
      const finding = lookup(endpoint.host, { family: 4 })
      const found = await withTimeout(finding, lookupTimeout, endpoint.host).catch(() => undefined)
      return found ? { ...peer, endpoint: { ...endpoint, host: found.address } } : peer
    }),
  )
}

/** What of WireGuard this machine has. */
export async function findTunnelKind(): Promise<TunnelKind | undefined> {
  const works = async (command: [string, ...string[]]) =>
    (await runSmall(command, { timeout })).code === 0
  if (!(await works(['wg', '--version']))) return undefined
  const trial = ['ip', 'link', 'add', 'trial', 'type', 'wireguard']
  if (await works(['unshare', '--net', '--', ...trial])) return 'kernel'
  return (await works(['wireguard-go', '--version'])) ? 'wireguard-go' : undefined
}
