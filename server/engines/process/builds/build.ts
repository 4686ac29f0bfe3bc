import { folderOf } from '#engines/process/folders.ts'
import type { RoomLimits } from '#engines/process/limits/disk-shares.ts'
import { groupsOf } from '#engines/process/limits/owner-groups.ts'
import { fetchTools, type Parts } from '#engines/process/parts.ts'
import { membersOf } from '#engines/process/processes/end-processes.ts'
import { defaultDirs } from '#engines/process/sandbox/confinement.ts'
import { checkVariables } from '#engines/process/sandbox/variables.ts'
import { allSettled } from '#kit/concurrency/all-settled.ts'
import { unlessAborted } from '#kit/concurrency/timeout.ts'
import { processesOf } from '#kit/control-groups/control-groups.ts'
import { giveTree, maxDepth, TreeBudgetError } from '#kit/tenant-files/trees.ts'
import { formatDuration } from '#kit/text/duration.ts'
import type { Artifact, BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { announcing } from './announced-tools.ts'
import { keepArtifact } from './artifacts.ts'
import { keepBuildCaches, restoreBuildCaches } from './build-caches.ts'
import { type Excess, watchRoom } from './build-disk-watch.ts'
import { InterruptedError, openBuildSandbox } from './build-sandbox.ts'
import { provideDependencies } from './dependencies/dependency-trees.ts'
import { fillHome } from './home-files.ts'
import { buildImage } from './image/build-image.ts'
import { leaveKept } from './kept-files.ts'
import { shareCache, usesSharedArtifacts } from './sbt/shared-artifacts.ts'
import { fetchSubmodules } from './submodules.ts'

/** Builds an artifact from a source: prepare steps, dependencies, build steps, and the selection of files to keep. */
export async function build(parts: Parts, order: BuildOrder): Promise<Artifact> {
  const { recipe, source, deploymentId } = order
  const environment = { ...recipe.environment, ...order.environment }
  checkVariables('build', environment)
  const late = AbortSignal.timeout(parts.buildTimeout)
  const cache = folderOf(parts.folders.caches, order.applicationId)
  const folder = folderOf(parts.folders.builds, deploymentId)
  using room = watchRoom({
    id: deploymentId,
    folders: [folder, cache],
    limits: parts.buildRoom,
    shares: parts.diskShares,
    pids: () => buildProcesses(parts, order, folder),
  })
  const signal = AbortSignal.any([order.signal, late, room.signal])
  try {
    const home = await fillHome(parts, order)
    await using sandbox = await openBuildSandbox(parts, order, { home, signal })
    using _lease = leaseArtifacts(parts, recipe)
    await sandbox.makeDirs(defaultDirs, home)
    const [tools] = await allSettled([
      // The download goes on when this build is aborted, because other builds may wait for the same tools.
      unlessAborted(
        fetchTools({ ...parts, toolchain: announcing(parts.toolchain, order.say) }, recipe.tools),
        signal,
      ),
      source.extract(sandbox.app, signal).then(() => giveTree(sandbox.user, sandbox.app)),
    ])
    signal.throwIfAborted()
    parts.compiled.provide(recipe.tools, tools)
    const where = { dirs: defaultDirs, tools, environment }
    await fetchSubmodules(sandbox, order)
    if (recipe.dockerfile) {
      const image = await buildImage(parts, sandbox, order, recipe.dockerfile)
      const artifact = await keepArtifact(parts, sandbox, deploymentId, { image })
      return { ...artifact, ...(image.digest && { imageDigest: image.digest }) }
    }
    for (const step of recipe.prepare ?? []) await sandbox.run(step, where)
    const provided = await provideDependencies(parts, sandbox, order, tools)
    await restoreBuildCaches(parts, sandbox, order)
    for (const step of recipe.build) await sandbox.run(step, where)
    signal.throwIfAborted()
    const { kept } = recipe
    const left = kept
      ? await leaveKept(parts, sandbox, kept, { provided, say: order.say })
      : provided
    const artifact = await keepArtifact(parts, sandbox, deploymentId, left)
    shareArtifacts(parts, order, cache)
    parts.background.run(
      keepBuildCaches(parts, order).catch(({ message }: Error) =>
        parts.log(`The build cache of ${order.applicationId} was not kept: ${message}`),
      ),
    )
    return artifact
  } catch (error) {
    if (order.signal.aborted) throw error instanceof InterruptedError ? order.signal.reason : error
    if (room.signal.aborted) {
      // The cache was measured too, and would exceed the limit again at the start of the next build.
      await parts.trash.throwAway(cache)
      // On a full disk the failure could not be stored, and the build would be retried.
      await parts.trash.hurry()
      throw tooLarge(parts.buildRoom, room.signal.reason, error)
    }
    if (error instanceof TreeBudgetError) {
      const excess = error.limit === 'depth' ? 'depth' : 'inodes'
      throw tooLarge(parts.buildRoom, excess, error)
    }
    if (!late.aborted) throw error
    throw tooLate(formatDuration(parts.buildTimeout), error)
  } finally {
    parts.treesInUse.release(deploymentId)
    parts.trimTrees()
  }
}

const leaseArtifacts = ({ sharedArtifacts }: Parts, { tools }: Recipe) =>
  usesSharedArtifacts(tools) ? sharedArtifacts?.lease() : undefined

/** Tells the shared artifacts what this build has used, without waiting. */
function shareArtifacts(
  { sharedArtifacts, log }: Parts,
  { recipe, applicationId }: BuildOrder,
  cache: string,
) {
  if (!sharedArtifacts || !usesSharedArtifacts(recipe.tools)) return
  shareCache(sharedArtifacts, { cache, applicationId }).catch(({ message }: Error) =>
    log(`Shared artifacts: ${message}`),
  )
}

/** PIDs of a build: from its control group, or, without one, by scanning all processes of the machine. */
async function buildProcesses(parts: Parts, order: BuildOrder, folder: string): Promise<number[]> {
  const groups = groupsOf(parts, order)?.foldersOf(order.deploymentId) ?? []
  if (groups.length > 0) return processesOf(groups)
  const isSandboxed = parts.capabilities.sandbox
  return (await membersOf({ folder, isSandboxed, groups, launcher: undefined })).all
}

function tooLate(limit: string, reason: unknown): Failure {
  const sentence = `The build took longer than ${limit}`
  if (!(reason instanceof InterruptedError)) return new Failure('build', `${sentence}.`)
  const hint =
    'It waited for something that did not come, such as a slow registry, or needs more time than the operator gives (BERTH_BUILD_TIMEOUT): look at its last lines.'
  const { title, advice } = reason
  return new Failure('build', `${sentence}: ${title} did not end.`, [...advice, hint])
}

function tooLarge({ bytes, inodes }: RoomLimits, excess: Excess, reason: unknown): Failure {
  const where = reason instanceof InterruptedError ? `, in ${reason.title}` : ''
  const [sentence, hint] = {
    bytes: [
      `The build took more room on disk than the ${Math.round(bytes / 1024 / 1024)} MB it may`,
      'Install or write less, or ask the operator for more (BERTH_BUILD_DISK_LIMIT).',
    ],
    inodes: [
      `The build made more than the ${inodes} files, folders and links it may`,
      'Install or write less, or ask the operator for more (BERTH_BUILD_FILE_LIMIT).',
    ],
    depth: [
      `The build made more than ${maxDepth} folders inside each other`,
      'No program could work with such paths: look for a step that calls itself.',
    ],
    disk: [
      'The build was ended because the disk of the platform is nearly full',
      'Deploy again later, and tell the operator.',
    ],
    hidden: [
      'The build was ended because the disk of the platform is nearly full, and nobody can tell what its open files take',
      'Look for a step that has very many open files, or keeps descriptors in queues of Unix sockets.',
    ],
  }[excess]
  return new Failure('build', `${sentence}${where}.`, [hint ?? ''])
}
