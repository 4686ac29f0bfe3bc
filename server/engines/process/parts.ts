import type { Background } from '#kit/concurrency/background.ts'
import type { InstanceWatcher } from '#platform/model/hosting/deployments/engine.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { TreesInUse } from './builds/dependencies/trees-in-use.ts'
import type { SharedArtifacts } from './builds/sbt/shared-artifacts.ts'
import type { Capabilities } from './capabilities.ts'
import type { CompiledTools } from './compiled/compiled-tools.ts'
import type { Folders } from './folders.ts'
import type { DiskShares, RoomLimits } from './limits/disk-shares.ts'
import type { Network } from './network/network.ts'
import type { PortPool } from './network/port-pool.ts'
import type { NetworkGroups } from './network-groups/hubs.ts'
import type { SystemFolder } from './sandbox/sandbox.ts'
import type { Trash } from './trash.ts'

/** Dependencies of the process engine's operations. */
export interface Parts {
  folders: Folders
  trash: Trash
  capabilities: Capabilities
  system: SystemFolder[]
  /** Absent when commands share the machine's network. */
  network: Network | undefined
  /** Absent when commands have no sandbox or share the machine's network. */
  networkGroups?: NetworkGroups | undefined
  /** Folder with the volumes that are mounted on this machine, by id; absent where instances can have none. */
  volumes?: string | undefined
  /** Host in the URIs of add-on servers. */
  addonsHost: string
  /** Ports of instances that share the machine's network. */
  ports: PortPool
  watcher: InstanceWatcher
  toolchain: (tool: Tool) => Promise<string>
  compiled: CompiledTools
  registry: (() => Promise<string>) | undefined
  /** Lines of the repositories file of sbt. */
  sbtRepositories: string
  /** Absent where a build could write to them. */
  sharedArtifacts: SharedArtifacts | undefined
  proxies: Readonly<Record<string, string>>
  hasExtraCaCerts: boolean
  buildTimeout: number
  buildRoom: RoomLimits
  instanceRoom: RoomLimits
  diskShares: DiskShares
  treesInUse: TreesInUse
  /** Removes unreferenced dependency trees beyond the limit, soon: measuring a new one takes 100 ms, which no build waits for. */
  trimTrees(): void
  /** Maximum lines per second of an instance or a build; more are dropped. */
  maxLinesPerSecond: number
  /** Work after a build that nobody waits for. */
  background: Background
  log: (sentence: string) => void
}

export interface FetchedTool {
  name: string
  folder: string
}

/** UID that belongs to no application, because application numbers start at 1. */
export const firstUser = 200_000
const maxApplications = 1_000_000_000

/** UID of an application on the machine, where each can have its own. */
export function userOf({ capabilities }: Parts, applicationNumber: number): number | undefined {
  if (!capabilities.users) return undefined
  if (!Number.isInteger(applicationNumber) || applicationNumber < 0) {
    throw new Error('the number of an application is not a number')
  }
  return firstUser + (applicationNumber % maxApplications)
}

export function fetchTools(
  { toolchain }: Pick<Parts, 'toolchain'>,
  tools: Tool[],
): Promise<FetchedTool[]> {
  return Promise.all(
    tools.map(async (tool) => {
      if (!/^[a-z0-9-]+$/.test(tool.name)) throw new Error(`no tool can be named ${tool.name}`)
      return { name: tool.name, folder: await toolchain(tool) }
    }),
  )
}
