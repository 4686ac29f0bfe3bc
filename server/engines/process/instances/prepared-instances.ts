import { mkdir } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { maxFileSize } from '#engines/process/limits/disk-shares.ts'
import { groupsOf } from '#engines/process/limits/owner-groups.ts'
import { type Parts, userOf } from '#engines/process/parts.ts'
import {
  startWaitingLauncher,
  type WaitingLauncher,
} from '#engines/process/sandbox/waiting-launcher.ts'
import { allSettled } from '#kit/concurrency/all-settled.ts'
import type {
  Limits,
  PreparedOrder,
  StartOrder,
} from '#platform/model/hosting/deployments/engine.ts'
import { instanceFiles, writeRecord } from './instance-folder.ts'
import { storeIdentity, withLaunchErrors } from './launch-instance.ts'

/** What is set up for an instance before its start. */
interface Preparation {
  limits: Limits
  network: Promise<unknown>
  launcher: Promise<WaitingLauncher | undefined>
}

/** What `take` has found: the launcher, unless the instance has none or has commands to run first. */
export interface Prepared {
  waiting: WaitingLauncher | undefined
}

const none = () => undefined

/** Networks and launchers of instances that are about to start. */
export class PreparedInstances {
  readonly #parts: Parts
  readonly #prepared = new Map<string, Preparation>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async prepare(order: PreparedOrder, folder: string): Promise<void> {
    const { instanceId, ownerId, limits } = order
    const network = this.#parts.network?.attach(instanceId, ownerId) ?? Promise.resolve()
    const launcher = launchAhead(this.#parts, order, folder)
    this.#prepared.set(instanceId, { limits, network, launcher })
    await allSettled([network, launcher])
  }

  /** `undefined` for an instance that has to be set up from the beginning. */
  async take({ instanceId, limits, recipe }: StartOrder): Promise<Prepared | undefined> {
    const prepared = this.#prepared.get(instanceId)
    const found = prepared && (await allSettled([prepared.launcher, prepared.network]).catch(none))
    if (!found) return undefined
    const [waiting] = found
    // The application may have been scaled since, or the launcher killed.
    const isUsable = waiting?.isWaiting() && isDeepStrictEqual(prepared.limits, limits)
    if (waiting && !isUsable) return undefined
    this.#prepared.delete(instanceId)
    if (!recipe.beforeStart?.length) return { waiting }
    // The end of each of these commands is the end of every process in the control groups.
    await waiting?.end().catch(none)
    return { waiting: undefined }
  }

  /** Ends the launcher, if it waits. */
  async endLauncher(instanceId: string): Promise<void> {
    const waiting = await this.#prepared.get(instanceId)?.launcher.catch(none)
    this.#prepared.delete(instanceId)
    await waiting?.end().catch(none)
  }
}

/** Starts the launcher of an instance before there is an artifact, with a record of what it takes. */
async function launchAhead(
  parts: Parts,
  order: PreparedOrder,
  folder: string,
): Promise<WaitingLauncher | undefined> {
  const { capabilities } = parts
  const user = userOf(parts, order.applicationNumber)
  if (!capabilities.sandbox || user === undefined) return undefined
  const ofOwner = groupsOf(parts, order)
  const { instanceId, applicationId } = order
  await mkdir(folder, { recursive: true, mode: 0o711 })
  await writeRecord(folder, {
    instanceId,
    applicationId,
    isSandboxed: true,
    groups: ofOwner?.foldersOf(instanceId) ?? [],
  })
  const groups = (await ofOwner?.create(instanceId, order.limits)) ?? []
  const files = instanceFiles(folder)
  const waiting = await withLaunchErrors(files, (launchErrors) =>
    startWaitingLauncher({
      folder,
      user,
      groups,
      files,
      launchErrors,
      endsWithServer: false,
      maxFileSize: maxFileSize(parts.instanceRoom),
      maxLinesPerSecond: parts.maxLinesPerSecond,
      ...(capabilities.filter === undefined ? {} : { filter: capabilities.filter }),
    }),
  )
  await storeIdentity(files.identity, waiting.child.pid ?? 0)
  return waiting
}
