import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { addonsLoopback } from '#kit/net/addons-address.ts'
import { nthAddress, type Subnet } from './subnet.ts'

/** Names on the machine that no other platform and no other instance has; an interface's may have 15 signs. */
export interface NetworkNames {
  bridge: string
  table: string
  /** The beginning of the name of the machine's end of each veth. */
  veths: string
  /** The beginning of the name of each network namespace of this platform. */
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
 * The hardware address that belongs to an address. Whoever gets an address after another is then reached at
 * once: with one made up by the kernel, its predecessor's is believed for up to a minute.
 */
export const hardwareAddress = (address: string) =>
  `02:62:${address
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join(':')}`

/** For `ip -force -batch`: what is there already stays. */
export const bridgeBatch = (
  { bridge }: NetworkNames,
  subnet: Subnet,
) => `link add ${bridge} address ${hardwareAddress(nthAddress(subnet, 1))} type bridge
link set ${bridge} addrgenmode none
addr add ${nthAddress(subnet, 1)}/${subnet.bits} dev ${bridge}
link set ${bridge} up
`

/** An isolated port of a bridge reaches the bridge but no other isolated port. */
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
 * For `ip -batch` inside the namespace; packets to the world are at most so large. The address of add-on servers is taken out
 * of the namespace's own loopback network: a route of the table `local` that is more specific wins.
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
route add ${addonsLoopback}/32 via ${nthAddress(subnet, 1)} dev eth0 src ${address} table local
`

/** What a veth carries unless it is told otherwise. */
const usualSize = 1500

/** The interface of the default route with the lowest metric, from the kernel's table (`/proc/net/route`). */
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
 * The largest packet that leaves the machine in one piece. A namespace that is not told sends larger ones
 * where the way out is narrower, as in many clouds and tunnels: then connections stall, or break.
 */
export async function maxPacket(): Promise<number> {
  const name = defaultInterface(await readFile('/proc/net/route', 'utf8'))
  if (!name) return usualSize
  const size = Number(await readFile(`/sys/class/net/${name}/mtu`, 'utf8').catch(() => ''))
  return size > 0 ? Math.min(size, usualSize) : usualSize
}
