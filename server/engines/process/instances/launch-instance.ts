import type { ChildProcess } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { treeFolder } from '#engines/process/builds/dependency-trees.ts'
import { type Confinement, sightOf, usualRooms } from '#engines/process/confinement/confinement.ts'
import { spawnConfined } from '#engines/process/confinement/spawn-confined.ts'
import { refreshNameServers } from '#engines/process/confinement/surroundings.ts'
import { variablesOf } from '#engines/process/confinement/variables.ts'
import { fetchTools, type Parts, userOf } from '#engines/process/parts.ts'
import { allDone } from '#kit/all-done.ts'
import type { Address } from '#platform/deployments/engine.ts'
import { type InstanceRecord, instanceFiles } from './instance-folder.ts'
import type { LaunchOrder } from './launch-order.ts'

export interface Launched {
  launcher: ChildProcess
  address: Address
}

export interface Launching {
  /** Makes the folder of the instance, or finds it made. */
  prepare: Promise<InstanceRecord>
  /** Aborted when the instance is stopped before it was started. */
  signal: AbortSignal
  /** The address that it had before. */
  wantedHost?: string
}

const isolatedPort = 8080

/** Runs the command of an instance. */
export async function launchInstance(
  parts: Parts,
  order: LaunchOrder,
  folder: string,
  { prepare, signal, wantedHost }: Launching,
): Promise<Launched> {
  const { folders, abilities, network } = parts
  const files = instanceFiles(folder)
  const [record, tools, compiled, attachment, groups] = await allDone([
    prepare,
    fetchTools(parts, order.tools),
    parts.compiled.find(order.tools),
    network?.attach(order.instanceId, wantedHost),
    abilities.groups?.create(order.instanceId, order.limits),
    refreshNameServers(folders.etc, network !== undefined),
  ])
  signal.throwIfAborted()
  const { tree, isSandboxed, port } = record
  const user = userOf(parts, order.applicationNumber)
  const confinement: Confinement = {
    ...{ id: order.instanceId, applicationId: order.applicationId, folder, tools, isSandboxed },
    rooms: usualRooms,
    groups: groups ?? [],
    etc: folders.etc,
    endsWithServer: false,
    ...(user === undefined ? {} : { user }),
    ...(attachment ? { netns: attachment.netns } : {}),
    ...(isSandboxed && compiled ? { compiled } : {}),
    ...(tree ? { tree: { folder: treeFolder(folders, tree), at: tree.at } } : {}),
  }
  const address = attachment
    ? { host: attachment.address, port: isolatedPort }
    : { host: '127.0.0.1', port: port ?? isolatedPort }
  const sight = sightOf(confinement)
  const environment = variablesOf({
    sight,
    given: order.environment,
    machine: parts.hasExtraCaCerts ? { NODE_EXTRA_CA_CERTS: sight.extraCaCerts } : {},
    port: address.port,
  })

  for (const path of [files.exit, files.identity]) await rm(path, { force: true })
  const output = await open(files.output, 'a', 0o600)
  try {
    const launcher = await spawnConfined({
      ...{ confinement, system: parts.system, files, environment },
      command: order.command,
      output: output.fd,
    })
    launcher.unref()
    return { launcher, address }
  } finally {
    await output.close()
  }
}
