import { chmod, lstat, mkdir, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { artifactFiles, findArtifact } from '#engines/process/builds/artifacts.ts'
import {
  type SharedTree,
  treeFolder,
} from '#engines/process/builds/dependencies/dependency-trees.ts'
import { layerFolder } from '#engines/process/builds/dependencies/own/layers.ts'
import type { BuiltImage } from '#engines/process/builds/image/built-image.ts'
import type { Folders } from '#engines/process/folders.ts'
import { maxFileSize } from '#engines/process/limits/disk-shares.ts'
import { groupsOf } from '#engines/process/limits/owner-groups.ts'
import { usualPort } from '#engines/process/network/port-pool.ts'
import { fetchTools, type Parts, userOf } from '#engines/process/parts.ts'
import { thisBoot } from '#engines/process/processes/processes.ts'
import {
  type Confinement,
  defaultDirs,
  type SandboxPaths,
  sandboxPathsOf,
  stage,
} from '#engines/process/sandbox/confinement.ts'
import { providePerl, refreshNameServers } from '#engines/process/sandbox/etc-files.ts'
import { overlayDirs } from '#engines/process/sandbox/overlay.ts'
import { imageVariables, toolVariables, variablesOf } from '#engines/process/sandbox/variables.ts'
import { allSettled } from '#kit/concurrency/all-settled.ts'
import { copyTree } from '#kit/tenant-files/copy-tree.ts'
import { linkIn, removeEmptyFolderIn } from '#kit/tenant-files/entries.ts'
import { giveEmptyFolder, giveTree } from '#kit/tenant-files/trees.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { findVolumes } from './find-volumes.ts'
import { hostsFile, type InstanceRecord, instanceFiles, writeRecord } from './instance-folder.ts'
import { writeHosts } from './instance-hosts.ts'
import type { LaunchOptions } from './launch-options.ts'
import { refuseHidden } from './refuse-hidden.ts'

/** Makes the folder of an instance: a record of its resources, and an overlay on the artifact or a copy. */
export async function prepareInstance(
  parts: Parts,
  order: LaunchOptions,
  folder: string,
): Promise<InstanceRecord> {
  if (parts.network) return makeFolder(parts, order, folder)
  const port = await parts.ports.reserve()
  try {
    return await makeFolder(parts, order, folder, port)
  } catch (error) {
    parts.ports.release(port)
    throw error
  }
}

async function makeFolder(
  parts: Parts,
  order: LaunchOptions,
  folder: string,
  port?: number,
): Promise<InstanceRecord> {
  const { folders, capabilities } = parts
  const found = await findArtifact(folders, order.artifact)
  if (!found) throw gone()
  if (found.image) refuseVolumes(order)
  await refuseHidden(found.app, order.volumes)
  const user = userOf(parts, order.applicationNumber)
  const facts = await lstat(found.app)
  const isLayered = capabilities.layers && facts.uid === user
  // What was built over a layer makes sense only as an overlay.
  if (found.layer && !isLayered) throw gone()
  const record: InstanceRecord = {
    instanceId: order.instanceId,
    applicationId: order.applicationId,
    isSandboxed: capabilities.sandbox,
    groups: groupsOf(parts, order)?.foldersOf(order.instanceId) ?? [],
    ...(port === undefined ? {} : { port }),
    ...(found.tree ? { tree: found.tree } : {}),
    ...(found.layer ? { layer: found.layer } : {}),
    ...(found.image ? { image: found.image } : {}),
    ...(found.builtFor ? { builtFor: found.builtFor } : {}),
    ...(isLayered ? { over: order.artifact.id, boot: thisBoot } : {}),
  }
  await mkdir(folder, { recursive: true, mode: 0o711 })
  await writeRecord(folder, record)

  const { app, home, tmp, upperdir } = instanceFiles(folder)
  for (const own of isLayered ? [home, tmp, app, upperdir] : [home, tmp]) {
    await mkdir(own)
    if (own === home && found.builtFor)
      await symlink(found.builtFor, join(home, order.applicationId))
    await giveEmptyFolder(user, own)
  }
  if (isLayered) {
    await chmod(upperdir, facts.mode & 0o777)
    // A concurrent discard keeps the artifact only for records that it finds, and this record may have come too late.
    if (!(await findArtifact(folders, order.artifact))) throw gone()
    return record
  }
  await copyTree(found.app, app, { owner: facts.uid })
  if (user !== undefined && facts.uid !== user) await giveTree(user, app)
  if (found.tree && !capabilities.sandbox) await linkTree(parts, found.tree, app)
  return record
}

function refuseVolumes({ volumes = [] }: LaunchOptions): void {
  if (volumes.length === 0) return
  throw new Failure('start', 'A bucket cannot be mounted in the image of a Dockerfile.', [
    'Read and write its files over the network, or choose the type of your language.',
  ])
}

const gone = () => new Failure('start', 'The artifact is no longer there: deploy again')

/**
 * Without a sandbox nothing can be mounted over a folder of the instance, so a symbolic link leads to the shared tree.
 */
async function linkTree(
  { folders, capabilities }: Parts,
  tree: SharedTree,
  app: string,
): Promise<void> {
  await removeEmptyFolderIn(app, tree.at)
  await linkIn(
    app,
    tree.at,
    capabilities.users ? join(stage, 'tree', basename(tree.at)) : treeFolder(folders, tree),
  )
}

/** Environment shared by all commands of an instance. */
export interface Arrangement {
  confinement: Confinement
  paths: SandboxPaths
  environment: Record<string, string>
  address: Address
  /** Of which its files are the root. */
  image: BuiltImage | undefined
}

export interface InstanceRequest {
  folder: string
  /** Makes the folder of the instance, or finds the existing one. */
  prepare: Promise<InstanceRecord>
  /** Folders of its control groups, once created. */
  groups: Promise<string[]>
  /** The address that it had before, if any. */
  wantedHost?: string
}

const lowerdirsOf = (folders: Folders, artifactId: string, layer: string | undefined) => [
  artifactFiles(folders, artifactId).app,
  ...(layer ? [layerFolder(folders, layer)] : []),
]

/** Sets up or finds again the folder, network and control groups for the commands of an instance. */
export async function arrangeInstance(
  parts: Parts,
  order: LaunchOptions,
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
  const { tree, layer, isSandboxed, port, over, image, builtFor } = record
  const volumes = await findVolumes(parts, order, record)
  await parts.networkGroups?.join(order.instanceId)
  writeHosts(parts, order.instanceId)
  const user = userOf(parts, order.applicationNumber)
  const confinement: Confinement = {
    id: order.instanceId,
    applicationId: builtFor ?? order.applicationId,
    folder,
    tools,
    isSandboxed,
    dirs: defaultDirs,
    groups,
    etc: folders.etc,
    endsWithServer: false,
    maxFileSize: maxFileSize(parts.instanceRoom),
    maxLinesPerSecond: parts.maxLinesPerSecond,
    ...(user === undefined ? {} : { user }),
    ...(over ? { overlay: { ...overlayDirs, lowerdirs: lowerdirsOf(folders, over, layer) } } : {}),
    ...(capabilities.filter === undefined ? {} : { filter: capabilities.filter }),
    ...(attachment ? { netns: attachment.netns } : {}),
    ...(isSandboxed ? { hosts: hostsFile } : {}),
    ...(isSandboxed && compiled ? { compiled } : {}),
    ...(image ? { image } : {}),
    ...(tree ? { tree: { folder: treeFolder(folders, tree), at: tree.at } } : {}),
    ...(volumes.length > 0 ? { volumes } : {}),
  }
  const address = attachment
    ? { host: attachment.address, port: image?.port ?? usualPort }
    : { host: '127.0.0.1', port: port ?? usualPort }
  const paths = sandboxPathsOf(confinement)
  if (image) {
    await providePerl(folders.etc)
    const environment = imageVariables(image, order.environment, address.port)
    return { confinement, paths, environment, address, image }
  }
  const environment = variablesOf({
    paths,
    programs: order.programs,
    given: order.environment,
    machine: {
      ...toolVariables(tools, paths),
      ...(parts.hasExtraCaCerts ? { NODE_EXTRA_CA_CERTS: paths.extraCaCerts } : {}),
    },
    port: address.port,
  })
  return { confinement, paths, environment, address, image }
}
