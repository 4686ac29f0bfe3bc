import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostLoopback } from '#kit/net/host-loopback.ts'
import { nthAddress, type Subnet } from '#kit/net/subnet.ts'

/** Names on the machine, unique per platform and instance; interface names have at most 15 characters. */
export interface NetworkNames {
  bridge: string
  table: string
  /** The beginning of the name of the machine's end of each veth. */
  veths: string
  /** Name prefix of this platform's network namespaces. */
  prefix: string
}

export interface Attachment {
  netns: string
  /** The machine's end of the veth. */
  veth: string
  address: string
}

export const networkNames = (mark: string): NetworkNames => ({
  bridge: `bth${mark}`,
  table: `berth_${mark}`,
  veths: `b${mark.slice(0, 6)}`,
  prefix: `berth-${mark}-`,
})

/** The machine's end of the veth to a namespace. */
export const vethOf = (mark: string, netns: string) => {
  const { prefix, veths } = networkNames(mark)
  return `${veths}${netns.slice(prefix.length).slice(0, 8)}`
}

export function attachmentOf(mark: string, id: string, address: string): Attachment {
  const digest = createHash('sha256').update(id).digest('hex')
  const netns = `${networkNames(mark).prefix}${digest.slice(0, 12)}`
  return { netns, veth: vethOf(mark, netns), address }
}

/**
 * MAC address derived from the IP address, so that a reused address is reachable at once: with a random one, the stale
 * ARP entry would be used for up to a minute.
 */
export const hardwareAddress = (address: string) =>
  `02:62:${address
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join(':')}`

/** For `ip -force -batch`: existing interfaces stay. */
export const bridgeBatch = (
  { bridge }: NetworkNames,
  subnet: Subnet,
) => `link add ${bridge} address ${hardwareAddress(nthAddress(subnet, 1))} type bridge
link set ${bridge} addrgenmode none
addr add ${nthAddress(subnet, 1)}/${subnet.bits} dev ${bridge}
link set ${bridge} up
`

/** An isolated bridge port reaches the bridge but no other isolated port. */
export const vethBatch = (
  { bridge }: NetworkNames,
  { netns, veth, address }: Attachment,
) => `netns add ${netns}
link add ${veth} type veth peer name eth0 address ${hardwareAddress(address)} netns ${netns}
link set ${veth} master ${bridge}
link set ${veth} addrgenmode none
link set dev ${veth} type bridge_slave isolated on
link set ${veth} up
`

/**
 * For `ip -batch` inside the namespace; sets the MTU. The address of add-on servers is removed from the namespace's
 * loopback network: a more specific route in the table `local` wins.
 */
export const insideBatch = (
  subnet: Subnet,
  { address }: Attachment,
  maxPacket: number,
) => `link set lo up
link set eth0 addrgenmode none
addr add ${address}/${subnet.bits} dev eth0
link set eth0 up
route add default via ${nthAddress(subnet, 1)} mtu ${maxPacket}
route add ${hostLoopback}/32 via ${nthAddress(subnet, 1)} dev eth0 src ${address} table local
`

/** What a veth carries unless it is told otherwise. */
const usualSize = 1500

/** Interface of the default route with the lowest metric, from the kernel's table (`/proc/net/route`). */
export function defaultInterface(table: string): string | undefined {
  const defaults = table
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([, address, , , , , , mask]) => address === '00000000' && mask === '00000000')
    .sort(([, , , , , , one], [, , , , , , other]) => Number(one) - Number(other))
  return defaults[0]?.[0]
}

/**
 * MTU of the machine's uplink. A namespace with a larger one, as in many clouds and tunnels, has connections that stall
 * or break.
 */
export async function maxPacket(): Promise<number> {
  const name = defaultInterface(await readFile('/proc/net/route', 'utf8'))
  if (!name) return usualSize
  const size = Number(await readFile(`/sys/class/net/${name}/mtu`, 'utf8').catch(() => ''))
  return size > 0 ? Math.min(size, usualSize) : usualSize
}
