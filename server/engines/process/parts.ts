import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Background } from '#kit/concurrency/background.ts'
import type { SystemPackage } from '#kit/packages/system-packages.ts'
import type { InstanceWatcher } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
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
  /** The operator's Maven repository, which stands for Maven Central in builds. */
  mavenMirror?: string | undefined
  /** Absent where a build could write to them. */
  sharedArtifacts: SharedArtifacts | undefined
  proxies: Readonly<Record<string, string>>
  /** Variables that name mirrors of packages of languages, such as `GOPROXY`. */
  packageSources: Readonly<Record<string, string>>
  hasExtraCaCerts: boolean
  buildTimeout: number
  buildRoom: RoomLimits
  instanceRoom: RoomLimits
  diskShares: DiskShares
  treesInUse: TreesInUse
  /** Removes unreferenced dependency trees beyond the limit, soon: measuring a new one takes 100 ms, which no build waits for. */
  trimTrees(): void
  /** Settings of Buildah about registries. */
  registries: string
  /** Installs packages that are needed later; resolves to an error message, or nothing. Absent where that is forbidden. */
  install?: ((packages: readonly SystemPackage[]) => Promise<string | undefined>) | undefined
  /** Maximum lines per second of an instance or a build; more are dropped. */
  maxLinesPerSecond: number
  /** Work after a build that nobody waits for. */
  background: Background
  log: (sentence: string) => void
}

export interface FetchedTool {
  name: string
  folder: string
  /** What its `/etc` has, where the folder is the root of a Debian system that a sandbox has instead of the machine's. */
  etc?: readonly string[]
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

export async function fetchTools(
  { toolchain, capabilities }: Pick<Parts, 'toolchain' | 'capabilities'>,
  tools: Tool[],
): Promise<FetchedTool[]> {
  const system = tools.find(isSystemTool)
  if (system && !capabilities.sandbox) throw withoutSandbox(system)
  return Promise.all(
    tools.map(async (tool) => {
      if (!/^[a-z0-9-]+$/.test(tool.name)) throw new Error(`no tool can be named ${tool.name}`)
      const folder = await toolchain(tool)
      return { name: tool.name, folder, ...(tool === system && { etc: await etcOf(folder) }) }
    }),
  )
}

const etcOf = (system: string) => readdir(join(system, 'etc'))

const withoutSandbox = ({ name }: Tool) =>
  new Failure(
    'build',
    `An application with ${name} runs in a Debian system of its own, and this platform has no sandboxes to put one into.`,
    ['Ask the operator to install bubblewrap, as the start of the platform says.'],
  )
