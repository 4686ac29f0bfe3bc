import { artifactFiles } from '#engines/process/builds/artifacts.ts'
import { treeFolder } from '#engines/process/builds/dependencies/dependency-trees.ts'
import { maxFileSize } from '#engines/process/limits/disk-reserve.ts'
import { usualPort } from '#engines/process/network/port-pool.ts'
import { fetchTools, type Parts, userOf } from '#engines/process/parts.ts'
import {
  type Confinement,
  defaultDirs,
  type SandboxPaths,
  sandboxPathsOf,
} from '#engines/process/sandbox/confinement.ts'
import { refreshNameServers } from '#engines/process/sandbox/etc-files.ts'
import { overlayDirs } from '#engines/process/sandbox/overlay.ts'
import { variablesOf } from '#engines/process/sandbox/variables.ts'
import { allSettled } from '#kit/concurrency/all-settled.ts'
import type { Address } from '#platform/deployments/engine.ts'
import type { InstanceRecord } from './instance-folder.ts'
import type { LaunchOrder } from './launch-order.ts'

/** What every command of an instance finds around it. */
export interface Arrangement {
  confinement: Confinement
  paths: SandboxPaths
  environment: Record<string, string>
  address: Address
}

export interface InstanceRequest {
  folder: string
  /** Makes the folder of the instance, or finds it made. */
  prepare: Promise<InstanceRecord>
  /** The folders of its control groups, once they are there. */
  groups: Promise<string[]>
  /** The address that it had before. */
  wantedHost?: string
}

/** Gets together what the commands of an instance need; what is there already is found again. */
export async function arrangeInstance(
  parts: Parts,
  order: LaunchOrder,
  { folder, prepare, groups: grouping, wantedHost }: InstanceRequest,
): Promise<Arrangement> {
  const { folders, network, capabilities } = parts
  const [record, tools, compiled, attachment, groups] = await allSettled([
    prepare,
    fetchTools(parts, order.tools),
    parts.compiled.find(order.tools),
    network?.attach(order.instanceId, order.ownerId ?? order.applicationId, wantedHost),
    grouping,
    refreshNameServers(folders.etc, network !== undefined),
  ])
  const { tree, isSandboxed, port, over } = record
  const user = userOf(parts, order.applicationNumber)
  const confinement: Confinement = {
    id: order.instanceId,
    applicationId: order.applicationId,
    folder,
    tools,
    isSandboxed,
    rooms: defaultDirs,
    groups,
    etc: folders.etc,
    endsWithServer: false,
    maxFileSize: maxFileSize(parts.instanceRoom),
    maxLinesPerSecond: parts.maxLinesPerSecond,
    ...(user === undefined ? {} : { user }),
    ...(over ? { layer: { ...overlayDirs, beneath: artifactFiles(folders, over).app } } : {}),
    ...(capabilities.filter === undefined ? {} : { filter: capabilities.filter }),
    ...(attachment ? { netns: attachment.netns } : {}),
    ...(isSandboxed && compiled ? { compiled } : {}),
    ...(tree ? { tree: { folder: treeFolder(folders, tree), at: tree.at } } : {}),
  }
  const address = attachment
    ? { host: attachment.address, port: usualPort }
    : { host: '127.0.0.1', port: port ?? usualPort }
  const paths = sandboxPathsOf(confinement)
  const environment = variablesOf({
    paths,
    given: order.environment,
    machine: parts.hasExtraCaCerts ? { NODE_EXTRA_CA_CERTS: paths.extraCaCerts } : {},
    port: address.port,
  })
  return { confinement, paths, environment, address }
}
