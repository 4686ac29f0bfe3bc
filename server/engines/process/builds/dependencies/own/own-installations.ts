import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { watchRoom } from '#engines/process/builds/build-disk-watch.ts'
import type { BuildSandbox } from '#engines/process/builds/build-sandbox.ts'
import { lowOn, roomOf } from '#engines/process/limits/disk-shares.ts'
import type { Parts } from '#engines/process/parts.ts'
import { copyTree } from '#kit/tenant-files/copy-tree.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import {
  decideReuse,
  type InstallationRecord,
  type InstallInputs,
  recordOf,
} from './installation-record.ts'
import { newestInstallation, storeInstallation, useInstallation } from './installation-store.ts'
import { copyLayer, isMounted, layerDir, layerFolder, splitLayer, uncoverLayer } from './layers.ts'
import { findChangedPath, type Observation, observe, watchSources } from './source-record.ts'
import { findReaders } from './variable-readers.ts'

/**
 * Private installation in the application's folder, or that of an earlier deployment when nothing that it has read is
 * different. Returns the name of its layer when that is mounted below the application's folder.
 */
export async function installForOne(
  parts: Parts,
  sandbox: BuildSandbox,
  order: BuildOrder,
  install: () => Promise<void>,
): Promise<string | undefined> {
  const inputs = await inputsOf(parts, order)
  if (!inputs) {
    await install()
    return undefined
  }
  const earlier = order.withoutCache ? undefined : await findInstallation(parts, order)
  if (earlier) {
    parts.treesInUse.hold(order.deploymentId, earlier.name)
    const changedPath = await findChangedPath(sandbox.app, earlier.record)
    const decision = decideReuse(earlier.record, inputs, changedPath)
    if (decision.sentence) order.say(decision.sentence)
    if (decision.isReusable) {
      await place(parts, sandbox, order, earlier)
      if (decision.runsAgain) await install()
      return isMounted(parts, order) ? earlier.name : undefined
    }
  }
  const before = await watchSources(sandbox.app)
  await install()
  const observation = before && (await observe(sandbox.app, before))
  return observation && keep(parts, sandbox, order, { inputs, observation })
}

/** `undefined` when an installation is never reused, because a hook before it may do anything. */
async function inputsOf(
  { registry, proxies, hasExtraCaCerts }: Parts,
  { recipe, source, environment }: BuildOrder,
): Promise<InstallInputs | undefined> {
  const isAlways = recipe.dependencies?.runsAlways || recipe.downloads === 'thrown away'
  if (isAlways || (recipe.prepare ?? []).length > 0) return undefined
  return {
    commit: source.commit,
    recipe,
    machine: [await registry?.(), proxies, hasExtraCaCerts],
    environment: { ...recipe.environment, ...environment },
  }
}

interface FoundInstallation {
  name: string
  record: InstallationRecord
}

async function findInstallation(
  { folders }: Parts,
  { applicationId }: BuildOrder,
): Promise<FoundInstallation | undefined> {
  const newest = await newestInstallation(folders, applicationId)
  // Records of earlier versions have no outcome.
  if (!newest || 'tree' in newest.record || !newest.record.outcome) return undefined
  return { name: newest.name, record: newest.record }
}

async function place(
  parts: Parts,
  sandbox: BuildSandbox,
  order: BuildOrder,
  { name, record }: FoundInstallation,
): Promise<void> {
  await useInstallation(parts, order, name)
  await uncoverLayer(parts, sandbox, record.outcome)
  const layer = layerFolder(parts.folders, name)
  if (isMounted(parts, order)) sandbox.mountLayer(layer)
  else await copyLayer(layer, sandbox, record.outcome)
}

interface MadeInstallation {
  inputs: InstallInputs
  observation: Observation
}

/** Stores what an installation has written as a layer: moved, and mounted for the rest of this build, or copied. */
async function keep(
  parts: Parts,
  sandbox: BuildSandbox,
  order: BuildOrder,
  { inputs, observation }: MadeInstallation,
): Promise<string | undefined> {
  const { any: reader, ownScript } = await findReaders(sandbox.app, sandbox.signal)
  const record = recordOf(inputs, {
    ...observation,
    deploymentNumber: order.deploymentNumber,
    salt: randomUUID(),
    ...(reader !== undefined && { reader }),
    ...(ownScript !== undefined && { ownScript }),
  })
  const name = await storeInstallation(parts, sandbox, order, record, async (fresh) => {
    const copy = join(fresh, 'copy')
    const from = isMounted(parts, order) ? sandbox.app : copy
    if (from === copy && !(await copyWatched(parts, sandbox, order, copy))) return false
    await splitLayer(from, observation.outcome, join(fresh, layerDir), sandbox.user)
    await parts.trash.throwAway(copy)
    return true
  })
  if (name === undefined || !isMounted(parts, order)) return undefined
  sandbox.mountLayer(layerFolder(parts.folders, name))
  return name
}

/** The copy breaks hard links, so it can be much larger than the folder: it is abandoned when it exceeds the limit. */
async function copyWatched(
  parts: Parts,
  { app, user, signal }: BuildSandbox,
  { deploymentId, applicationId }: BuildOrder,
  copy: string,
): Promise<boolean> {
  const room = await roomOf(parts.folders.root)
  if (room && lowOn(room).length > 0) return false
  using watch = watchRoom({
    id: `${deploymentId}-installed`,
    folders: [copy],
    limits: parts.buildRoom,
    shares: parts.diskShares,
    pids: async () => [],
  })
  try {
    await copyTree(app, copy, { owner: user, signal: AbortSignal.any([signal, watch.signal]) })
    return true
  } catch (error) {
    signal.throwIfAborted()
    if (!watch.signal.aborted) {
      const { message } = error as Error
      parts.log(`The installation of ${applicationId} was not kept: ${message}`)
    }
    return false
  }
}
