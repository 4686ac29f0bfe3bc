import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ControlGroups, openControlGroups } from '#kit/control-groups/control-groups.ts'
import { processShares } from '#kit/control-groups/process-budget.ts'
import { isDiskFull } from '#kit/files/disk-full.ts'
import { overwriteFile } from '#kit/files/overwrite-file.ts'
import { nthAddress } from '#kit/net/subnet.ts'
import { runSmall } from '#kit/process/coprocess/fork-server.ts'
import { filterFile, withFilter } from '#kit/seccomp/filter-file.ts'
import { connectionLimits } from './network/connection-limits.ts'
import { firewall } from './network/firewall.ts'
import { flowLimits } from './network/flow-limits.ts'
import { bridgeBatch, networkNames, vethBatch } from './network/network-plan.ts'
import { asUser, privateMounts } from './sandbox/command-line.ts'
import { namespaces, type SystemFolder, systemArguments } from './sandbox/sandbox.ts'
import { tryOverlay } from './sandbox/try-overlay.ts'

/** Isolation features that this machine supports. */
export interface Capabilities {
  /** Each application runs as its own user. */
  users: boolean
  /** Each application has its own file system and PID namespace. */
  sandbox: boolean
  /** Each application has its own network namespace. */
  network: boolean
  /** The kernel supports conntrack timeout policies per flow. */
  flowTimeouts: boolean
  /** Resource limits by control groups. */
  groups: ControlGroups | undefined
  /** File with the seccomp filter for sandboxes; absent when the kernel supports none. */
  filter: string | undefined
  /** An instance can mount its artifact as the lowerdir of an overlay instead of copying it. */
  layers: boolean
  /** Why a feature is missing, as the error message of the program that failed. */
  obstacles: Partial<Record<Capability, string>>
}

export type Capability = 'users' | 'sandbox' | 'network' | 'limits' | 'layers' | 'filter'

/** A busy machine takes seconds to start a program; without one of these features no application runs. */
const timeout = 30_000
const trialUser = 200_000
const trialNames = networkNames('00000000')
const trialEgress = {
  nameServers: [],
  allowed: [],
  visitors: { host: '0.0.0.0', ports: [80] },
}
const trialSubnet = { address: '10.128.0.0', bits: 20 }

/** Probes each feature by using it, in a folder on the disk that is used later. `without` disables features. */
export async function findCapabilities(
  mark: string,
  system: SystemFolder[],
  { folder, without }: { folder: string; without: readonly Capability[] },
): Promise<Capabilities> {
  const isRoot = process.getuid?.() === 0
  const obstacles: Capabilities['obstacles'] = {}
  const attempt = async (
    ability: Capability,
    needsRoot: boolean,
    trials: () => Promise<string>[],
  ) => {
    if (without.includes(ability)) obstacles[ability] = 'it is switched off'
    else if (needsRoot && !isRoot) obstacles[ability] = 'Berth does not run as root'
    else {
      const refusals = (await Promise.all(trials())).filter(Boolean)
      if (refusals.length > 0) obstacles[ability] = refusals.join('; ')
    }
    return obstacles[ability] === undefined
  }
  const asOther =
    isRoot && !without.includes('users') ? [...privateMounts, ...asUser(trialUser)] : []
  const sandbox: ['bwrap', ...string[]] = [
    'bwrap',
    ...namespaces,
    ...systemArguments(system),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--',
    '/usr/bin/true',
  ]
  const filter = filterFile()
  const { dev: device } = await stat(folder)

  const [users, isSandboxed, isFiltered, network, timeoutRefusal, canLayer, groups] =
    await Promise.all([
      attempt('users', true, () => [refusalOnce([...asOther, 'true'])]),
      attempt('sandbox', false, () => [refusalOnce([...asOther, ...sandbox])]),
      attempt('filter', false, () => [tryFilter(filter, sandbox)]),
      attempt('network', true, () => [
        refusalOnce(['unshare', '--net', '--', 'ip', '-batch', '-'], trialBatch),
        refusalOnce(['unshare', '--net', '--', 'nft', '-f', '-'], trialRules(false)),
      ]),
      refusalOnce(['unshare', '--net', '--', 'nft', '-f', '-'], trialRules(true)),
      attempt('layers', true, () => [
        unlessKnown(`overlays on ${device}`, () => overlayRefusal(folder)),
      ]),
      without.includes('limits')
        ? undefined
        : openControlGroups(mark, {
            processShare: processShares.applications,
            countsCpuTime: true,
          }),
    ])
  // Without a sandbox the application's folder is modified, which requires a copy.
  const layers = canLayer && users && isSandboxed
  return {
    users,
    sandbox: isSandboxed,
    filter: isFiltered ? filter : undefined,
    network,
    flowTimeouts: network && timeoutRefusal === '',
    groups,
    layers,
    obstacles,
  }
}

/** A full disk has no room for the trial: then what it said before holds. */
async function overlayRefusal(folder: string): Promise<string> {
  const note = join(folder, 'overlay-trial')
  try {
    const problem = await tryOverlay(folder, refusal)
    if (/No space left on device/.test(problem)) return await readFile(note, 'utf8').catch(() => '')
    overwriteFile(note, problem)
    return problem
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return await readFile(note, 'utf8').catch(() => '')
  }
}

/** Without switching the user, who could not read the filter: only the kernel is probed. */
const tryFilter = (filter: string | undefined, sandbox: ['bwrap', ...string[]]) =>
  filter === undefined
    ? Promise.resolve(`there is no list of system calls for ${process.arch}`)
    : refusalOnce(withFilter(sandbox, filter))

/** The same as for an instance, in a network namespace that ends with the probe. */
const trialBatch = bridgeBatch(trialNames, trialSubnet).concat(
  vethBatch(trialNames, { netns: '', veth: 'trial', address: nthAddress(trialSubnet, 2) })
    .replace(/^netns add.*\n/, '')
    .replace(/ netns $/m, ''),
)

const trialWay = { address: '10.128.0.2', port: 1, account: '', maxConnections: 1 }
const trialLease = { id: '', address: '10.128.0.2', owner: '' }
const trialRules = (hasTimeouts: boolean) =>
  firewall(trialNames, trialSubnet, trialEgress).concat(
    connectionLimits(trialNames, [trialWay]),
    flowLimits(trialNames, [trialLease], { maxPerAddress: 1, maxPerOwner: 1, hasTimeouts }),
  )

/** What has succeeded in this process: another engine in it does not ask the machine again. */
const succeeded = new Set<string>()

async function unlessKnown(trial: string, attempt: () => Promise<string>): Promise<string> {
  if (succeeded.has(trial)) return ''
  const problem = await attempt()
  if (problem === '') succeeded.add(trial)
  return problem
}

/** Error message of the program; empty when it succeeds, or has before. */
const refusalOnce = (command: string[], input?: string): Promise<string> =>
  unlessKnown(JSON.stringify([command, input]), () => refusal(command, input))

async function refusal(command: string[], input?: string): Promise<string> {
  const [program = ''] = command
  try {
    const { code, stderr } = await runSmall(command as [string, ...string[]], {
      timeout,
      ...(input === undefined ? {} : { input }),
    })
    if (code === 0) return ''
    if (stderr.startsWith(`${program}: No such file`)) return `${program} is not installed`
    return (stderr.trim().split('\n')[0] ?? '') || `${program} ended with ${code}`
  } catch (error) {
    return (error as Error).message
  }
}
