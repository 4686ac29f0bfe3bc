import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readNameServers } from '#engines/process/confinement/surroundings.ts'
import { run, runOrThrow } from '#kit/subprocess.ts'
import type { PortAccess } from '#platform/deployments/engine.ts'
import { connectionLimits, limitsTable } from './connection-limits.ts'
import { openLeases, type Way } from './leases.ts'
import {
  type Attachment,
  attachmentOf,
  bridgeBatch,
  cableBatch,
  firewall,
  insideBatch,
  networkNames,
  openWays,
} from './network-plan.ts'
import { largestPacket } from './packet-size.ts'
import { chooseSubnet, overlaps, parseRoutes, type Subnet } from './subnet.ts'

/** Network namespaces on one bridge, which is there as long as one of them is. */
export interface Network {
  /** A namespace with an address of its own, the wanted one if it is free; the same again for the same id. */
  attach(id: string, wanted?: string): Promise<Attachment>
  /** Lets it reach these ports of the machine's loopback address, and no others. */
  letReach(id: string, ports: readonly PortAccess[]): Promise<void>
  /** Removes the namespace; nothing happens when it is gone already. */
  detach(id: string): Promise<void>
  /** Removes every namespace of this platform that is for none of these ids. */
  keepOnly(ids: string[]): Promise<void>
  /** Lets go of the bridge now if nothing needs it. */
  close(): Promise<void>
}

const deadline = 10_000
/** Making the bridge again for the next step of a deployment would cost more than keeping it for a moment. */
const bridgeLingers = 5000
const namespaceFolder = '/run/netns'

export async function openNetwork(folder: string, mark: string): Promise<Network> {
  const leases = await openLeases(join(folder, 'network.json'))
  const names = networkNames(mark)
  let isPrepared = false
  /** Whether ways may still be open that nobody has any more. */
  let isStale = false
  let lingering: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()

  /** One after the other, so that the bridge is not removed under a namespace that is being made. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  const present = async () => {
    const all = await readdir(namespaceFolder).catch(() => [])
    return all.filter((name) => name.startsWith(names.prefix))
  }

  const applyWays = async () => {
    isStale = true
    const ways = leases.ways()
    // Limits come before what they limit.
    const rules = connectionLimits(names, ways) + openWays(names, ways)
    await runOrThrow(['nft', '-f', '-'], { input: rules, deadline })
    isStale = false
  }

  const prepare = async (): Promise<Subnet> => {
    if (isPrepared && leases.subnet && isInterface(names.bridge)) return leases.subnet
    const subnet = await usableSubnet(leases.subnet, names.bridge, mark)
    await leases.settle(subnet)
    const { addresses } = await readNameServers()
    // All at once: instances that were there before notice nothing.
    const ways = leases.ways()
    const rules =
      connectionLimits(names, ways) + firewall(names, subnet, addresses) + openWays(names, ways)
    await Promise.all([
      run(['ip', '-force', '-batch', '-'], { input: bridgeBatch(names, subnet), deadline }),
      runOrThrow(['nft', '-f', '-'], { input: rules, deadline }),
      writeFile('/proc/sys/net/ipv4/ip_forward', '1'),
    ])
    // What is sent to the loopback address from there is refused by the rules, but for who has a way.
    await writeFile(`/proc/sys/net/ipv4/conf/${names.bridge}/route_localnet`, '1')
    isPrepared = true
    return subnet
  }

  const connect = async (subnet: Subnet, attachment: Attachment) => {
    if (isInterface(attachment.cable)) {
      await run(['ip', 'link', 'del', attachment.cable], { deadline })
    }
    await runOrThrow(['ip', '-batch', '-'], { input: cableBatch(names, attachment), deadline })
    await runOrThrow(['ip', '-netns', attachment.netns, '-batch', '-'], {
      input: insideBatch(subnet, attachment, await largestPacket()),
      deadline,
    })
  }

  /** With a namespace its end of the cable goes, and with that the other, a moment later. */
  const remove = async (namespaces: string[]) => {
    const batch = namespaces.map((netns) => `netns del ${netns}\n`).join('')
    if (batch) await run(['ip', '-force', '-batch', '-'], { input: batch, deadline })
    clearTimeout(lingering)
    lingering = setTimeout(() => void inTurn(removeBridge).catch(() => {}), bridgeLingers).unref()
  }

  const removeBridge = async () => {
    clearTimeout(lingering)
    if ((await present()).length > 0 || !isInterface(names.bridge)) return
    isPrepared = false
    await Promise.all([
      run(['ip', 'link', 'del', names.bridge], { deadline }),
      run(['nft', 'delete', 'table', 'inet', names.table], { deadline }),
      run(['nft', 'delete', 'table', 'inet', limitsTable(names)], { deadline }),
    ])
  }

  return {
    attach: (id, wanted) =>
      inTurn(async () => {
        const { netns, cable } = attachmentOf(mark, id, '')
        const isThere = (await present()).includes(netns)
        const held = leases.find(id)
        if (isThere && held) return { netns, cable, address: held }
        // Without a lease it was left half-made by a server that died.
        if (isThere) await remove([netns])
        const subnet = await prepare()
        const attachment = { netns, cable, address: leases.choose(id, wanted) }
        try {
          await connect(subnet, attachment)
        } catch (error) {
          await remove([netns])
          throw error
        }
        await leases.keep(id, attachment.address)
        const isMine = ({ address }: Way) => address === attachment.address
        if (isStale || leases.ways().some(isMine)) await applyWays()
        return attachment
      }),

    letReach: (id, ports) =>
      inTurn(async () => {
        const before = JSON.stringify(leases.ways())
        await leases.letReach(id, ports)
        if (JSON.stringify(leases.ways()) === before && !isStale) return
        await prepare()
        await applyWays()
      }),

    detach: (id) =>
      inTurn(async () => {
        const { netns } = attachmentOf(mark, id, '')
        if ((await present()).includes(netns)) await remove([netns])
        const hadWays = leases.ways().length > 0
        if (leases.find(id)) await leases.release(id)
        if (hadWays && isInterface(names.bridge)) await applyWays().catch(() => {})
      }),

    keepOnly: (ids) =>
      inTurn(async () => {
        const kept = new Set(ids.map((id) => attachmentOf(mark, id, '').netns))
        const strays = (await present()).filter((netns) => !kept.has(netns))
        if (strays.length > 0 || isInterface(names.bridge)) await remove(strays)
        await leases.releaseOthers(ids)
      }),

    close: () => inTurn(removeBridge),
  }
}

const isInterface = (name: string) => existsSync(`/sys/class/net/${name}`)

/** The remembered subnet, unless the machine meanwhile uses it for something else. */
async function usableSubnet(
  remembered: Subnet | undefined,
  bridge: string,
  mark: string,
): Promise<Subnet> {
  const taken = parseRoutes(await readFile('/proc/net/route', 'utf8'), bridge)
  if (remembered && !taken.some((other) => overlaps(remembered, other))) return remembered
  const subnet = chooseSubnet(Number.parseInt(mark.slice(0, 6), 16), taken)
  if (!subnet) throw new Error('no range of addresses inside 10.128.0.0/10 is free')
  return subnet
}
