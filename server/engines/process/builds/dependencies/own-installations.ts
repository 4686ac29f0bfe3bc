import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { watchRoom } from '#engines/process/builds/build-disk-watch.ts'
import type { BuildSandbox } from '#engines/process/builds/build-sandbox.ts'
import { folderOf } from '#engines/process/folders.ts'
import { lowOn, roomOf } from '#engines/process/limits/disk-shares.ts'
import type { Parts } from '#engines/process/parts.ts'
import { copyTree } from '#kit/tenant-files/copy-tree.ts'
import { statIn } from '#kit/tenant-files/entries.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import {
  decideReuse,
  type InstallationRecord,
  type InstallInputs,
  recordOf,
} from './installation-record.ts'
import { findVariableReader } from './variable-readers.ts'

/** In the folder of an installation: its record, and the application's folder after it. */
const recordFile = 'installation.json'
const copyFolder = 'app'

/**
 * Private installation in the application's folder, or a copy of one made by an earlier deployment of the same commit.
 * A copy is kept only when nothing could read the application's variables: with install scripts the next build of the
 * commit would reinstall anyway, since a commit is rebuilt only when a variable has changed.
 */
export async function installForOne(
  parts: Parts,
  sandbox: BuildSandbox,
  order: BuildOrder,
  install: () => Promise<void>,
): Promise<void> {
  const inputs = await inputsOf(parts, order)
  if (!inputs) return install()
  const earlier = order.withoutCache ? undefined : await findInstallation(parts, order)
  if (earlier) {
    const decision = decideReuse(earlier.record, inputs)
    const isPlaced = decision.isReusable && (await place(parts, sandbox, order, earlier.name))
    if (decision.sentence && (isPlaced || !decision.isReusable)) order.say(decision.sentence)
    if (isPlaced) return
  }
  await install()
  await keep(parts, sandbox, order, inputs).catch((error: Error) => {
    sandbox.signal.throwIfAborted()
    parts.log(`The installation of ${order.applicationId} was not kept: ${error.message}`)
  })
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
  /** `<application>/<installation>` */
  name: string
  record: InstallationRecord
}

async function findInstallation(
  { folders }: Parts,
  { applicationId }: BuildOrder,
): Promise<FoundInstallation | undefined> {
  const own = folderOf(folders.installations, applicationId)
  for (const id of await readdir(own).catch(() => [])) {
    const text = await readFile(join(own, id, recordFile), 'utf8').catch(() => undefined)
    if (text !== undefined) return { name: `${applicationId}/${id}`, record: JSON.parse(text) }
  }
  return undefined
}

/** Copies an installation into the application's folder; `false` when there is no copy. */
async function place(
  { folders, trash, treesInUse }: Parts,
  { app, folder, user, signal }: BuildSandbox,
  { deploymentId }: BuildOrder,
  name: string,
): Promise<boolean> {
  treesInUse.hold(deploymentId, name)
  const kept = join(folders.installations, name)
  if (!(await statIn(kept, copyFolder))) return false
  await utimes(kept, new Date(), new Date())
  const copy = join(folder, 'installed')
  await copyTree(join(kept, copyFolder), copy, { owner: user, signal })
  await trash.throwAway(app)
  await rename(copy, app)
  return true
}

/** Stores the application's folder in place of an earlier installation, or its record only. */
async function keep(
  parts: Parts,
  sandbox: BuildSandbox,
  order: BuildOrder,
  inputs: InstallInputs,
): Promise<void> {
  const { folders, trash } = parts
  const reader = await findVariableReader(sandbox.app, sandbox.signal)
  const { deploymentNumber } = order
  const record = recordOf(inputs, { deploymentNumber, salt: randomUUID(), reader })
  // Outside the build's folder, whose disk limit is for the application; a starting server removes leftovers there.
  const fresh = folderOf(folders.builds, `${order.deploymentId}-installed`)
  await trash.throwAway(fresh)
  await mkdir(fresh, { mode: 0o700 })
  try {
    const isKept = reader === undefined && (await copyWatched(parts, sandbox, order, fresh))
    if (reader === undefined && !isKept) return
    await writeFile(join(fresh, recordFile), JSON.stringify(record), { mode: 0o600 })
    const own = folderOf(folders.installations, order.applicationId)
    await trash.throwAway(own)
    await mkdir(own, { mode: 0o700 })
    await rename(fresh, join(own, randomUUID()))
  } finally {
    await trash.throwAway(fresh)
  }
}

/** The copy breaks hard links, so it can be much larger than the folder: it is abandoned when it exceeds the limit. */
async function copyWatched(
  parts: Parts,
  { app, user, signal }: BuildSandbox,
  { deploymentId }: BuildOrder,
  fresh: string,
): Promise<boolean> {
  const room = await roomOf(parts.folders.root)
  if (room && lowOn(room).length > 0) return false
  using watch = watchRoom({
    id: `${deploymentId}-installed`,
    folders: [fresh],
    limits: parts.buildRoom,
    shares: parts.diskShares,
    pids: async () => [],
  })
  const copy = join(fresh, copyFolder)
  try {
    await copyTree(app, copy, { owner: user, signal: AbortSignal.any([signal, watch.signal]) })
  } catch (error) {
    if (!watch.signal.aborted) throw error
    return false
  }
  return true
}
