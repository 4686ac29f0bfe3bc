import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { overlaps, type Subnet } from '#kit/net/subnet.ts'
import { runSmall, runSmallOrThrow } from '#kit/process/coprocess/fork-server.ts'
import { limitsTable } from './connection-limits.ts'
import { noRules } from './firewall.ts'
import {
  type Attachment,
  bridgeBatch,
  insideBatch,
  maxPacket,
  type NetworkNames,
  vethBatch,
  vethOf,
} from './network-plan.ts'
import { chooseSubnet, parseRoutes } from './subnet.ts'

/** The kernel changes interfaces of all namespaces one at a time, so that a busy machine takes seconds. */
const timeout = 30_000
const namespaceFolder = '/run/netns'
const insideScript = join(import.meta.dirname, 'inside.sh')

export const hasInterface = (name: string) => existsSync(`/sys/class/net/${name}`)

/** The network namespaces of this platform that the machine has. */
export async function listNamespaces({ prefix }: NetworkNames): Promise<string[]> {
  const all = await readdir(namespaceFolder).catch(() => [])
  return all.filter((name) => name.startsWith(prefix))
}

/** The stored subnet, unless the machine now uses it for something else. */
export async function usableSubnet(
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

/** Gives nftables these rules, all of them or none. */
export async function applyRules(rules: string): Promise<void> {
  await runSmallOrThrow(['nft', '-f', '-'], { input: rules, timeout })
}

/** Makes the bridge with its rules, all at once: instances that were there before notice nothing. */
export async function makeBridge(
  names: NetworkNames,
  subnet: Subnet,
  rules: string,
): Promise<void> {
  await Promise.all([
    runSmall(['ip', '-force', '-batch', '-'], { input: bridgeBatch(names, subnet), timeout }),
    applyRules(rules),
    writeFile('/proc/sys/net/ipv4/ip_forward', '1'),
  ])
  // The rules reject packets to the loopback address unless an access rule allows them.
  await writeFile(`/proc/sys/net/ipv4/conf/${names.bridge}/route_localnet`, '1')
  // On a kernel without IPv6 there is nothing to switch off.
  await writeFile(`/proc/sys/net/ipv6/conf/${names.bridge}/disable_ipv6`, '1').catch(() => {})
}

export async function removeBridge(names: NetworkNames): Promise<void> {
  await Promise.all([
    runSmall(['ip', 'link', 'del', names.bridge], { timeout }),
    runSmall(['nft', '-f', '-'], { input: noRules(names), timeout }),
    runSmall(['nft', 'delete', 'table', 'inet', limitsTable(names)], { timeout }),
  ])
}

/** Makes a namespace and the veth pair between it and the bridge. */
export async function connectNamespace(
  names: NetworkNames,
  subnet: Subnet,
  attachment: Attachment,
): Promise<void> {
  if (hasInterface(attachment.veth)) {
    await runSmall(['ip', 'link', 'del', attachment.veth], { timeout })
  }
  await runSmallOrThrow(['ip', '-batch', '-'], { input: vethBatch(names, attachment), timeout })
  const enter = ['nsenter', `--net=${join(namespaceFolder, attachment.netns)}`, '--'] as const
  await runSmallOrThrow([...enter, '/bin/sh', insideScript], {
    input: insideBatch(subnet, attachment, await maxPacket()),
    timeout,
  })
}

/** The veth goes first: from then on nothing is sent, while the namespace itself ends a moment later. */
export async function removeNamespaces(mark: string, namespaces: string[]): Promise<void> {
  const batch = namespaces
    .map((netns) => `link del ${vethOf(mark, netns)}\nnetns del ${netns}\n`)
    .join('')
  if (batch) await runSmall(['ip', '-force', '-batch', '-'], { input: batch, timeout })
}
