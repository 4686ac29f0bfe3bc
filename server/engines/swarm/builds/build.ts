import { InterruptedError } from '#engines/process/builds/build-sandbox.ts'
import { downloadFolders } from '#engines/process/builds/dependencies/download-folders.ts'
import { fillHome, sshVariables } from '#engines/process/builds/home-files.ts'
import { javaBuildVariables } from '#engines/process/builds/java/java-build-variables.ts'
import { sbtVariables } from '#engines/process/builds/sbt/sbt-variables.ts'
import { fetchSubmodules } from '#engines/process/builds/submodules.ts'
import { checkVariables, toolVariables, variablesOf } from '#engines/process/sandbox/variables.ts'
import { clusterFailure } from '#engines/swarm/cluster-error.ts'
import type { PinnedImage } from '#engines/swarm/images/image-name.ts'
import { provideToolImage } from '#engines/swarm/images/tool-image.ts'
import { containerUser, pathsWith, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { formatDuration } from '#kit/text/duration.ts'
import type { Artifact, BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { FilledFile } from '#platform/model/hosting/recipe/home-file.ts'
import { buildCachesOf } from './build-caches.ts'
import { type BuildContainer, buildVolumes, openBuildContainer } from './build-container.ts'
import { atEnd, createBuildDisk } from './build-disk.ts'
import { findDependencies, installDependencies } from './dependency-image.ts'
import { buildDockerfile } from './dockerfile/build-dockerfile.ts'
import { artifactImage, type ImageHandle, usualPort } from './image-handle.ts'
import { leaveKept } from './kept-files.ts'
import { sendSource } from './send-source.ts'

/** Builds an image from a source: tools, dependencies and the application's files, each a layer, and pushes it. */
export async function build(parts: SwarmParts, order: BuildOrder): Promise<Artifact> {
  checkVariables('build', { ...order.recipe.environment, ...order.environment })
  // The base image is the platform's own work, and no part of the time of a build.
  await parts.base().catch((error: unknown) => {
    throw clusterFailure('build', error)
  })
  await parts.egress.confirm(parts.nodeId, 'build', order.signal).catch((error: unknown) => {
    order.signal.throwIfAborted()
    throw clusterFailure('build', error)
  })
  const late = AbortSignal.timeout(parts.buildTimeout)
  const large = new AbortController()
  const signal = AbortSignal.any([order.signal, late, large.signal])
  try {
    const home = await fillHome({ registry: parts.npmRegistry }, order)
    const image = artifactImage(parts, order)
    const { dockerfile } = order.recipe
    const { id, ...facts } = dockerfile
      ? await buildDockerfile(parts, order, { dockerfile, image, signal, large })
      : { id: await buildImage(parts, order, { image, home, signal, large }) }
    const handle: ImageHandle = { image: await pushOrRemove(parts, image, id), ...facts }
    return { id: order.deploymentId, handle }
  } catch (error) {
    if (order.signal.aborted) throw order.signal.reason
    if (large.signal.aborted) throw large.signal.reason
    if (!late.aborted) throw clusterFailure('build', error)
    const title = error instanceof InterruptedError ? `: ${error.title} did not end` : ''
    const limit = formatDuration(parts.buildTimeout)
    throw new Failure('build', `The build took longer than ${limit}${title}.`)
  }
}

interface BuildRun {
  image: string
  home: FilledFile[]
  signal: AbortSignal
  large: AbortController
}

/** Resolves to the id of the image. */
async function buildImage(parts: SwarmParts, order: BuildOrder, run: BuildRun): Promise<string> {
  const { recipe, source } = order
  const { home, signal, image } = run
  const environment = { ...recipe.environment, ...order.environment }
  const tools = await provideToolImage(parts, recipe.tools)
  const variables = variablesFor(parts, order, home)
  const cache = cacheOf(parts, order)
  const disk = createBuildDisk(parts, run.large)
  const open = async (image: PinnedImage, files: readonly FilledFile[]) => {
    const options = { image, home: files, variables, cache, signal }
    const container = await openBuildContainer(parts, order, options)
    return watched(container, disk.watch(container.id, buildVolumes(cache)))
  }
  await using _trimmed = atEnd(async () => void (cache && (await disk.trim(cache))))
  const shared = await findDependencies(order)
  const from = shared
    ? await installDependencies(parts, order, { shared, tools, home, open })
    : tools
  await using container = await open(from, home)
  await sendSource(parts, source, {
    put: (archive) => container.put(archive),
    owner: containerUser,
    without: shared ? [shared.folder] : [],
    signal,
  })
  await fetchSubmodules(
    { home, run: (step, { environment: own }) => container.run(step, own) },
    { ...order, source },
  )
  for (const step of recipe.prepare ?? []) await container.run(step, environment)
  if (!shared && recipe.dependencies) {
    await container.run(recipe.dependencies.install, environment, true)
  }
  const caches = buildCachesOf(order, { volume: cache, tools })
  await caches.restore(container)
  for (const step of recipe.build) await container.run(step, environment)
  signal.throwIfAborted()
  await caches.keep(container)
  if (recipe.kept) await leaveKept(container, recipe.kept, order.say)
  return await container.commit(image)
}

/** A container whose files are measured until it is closed. */
const watched = (container: BuildContainer, watch: AsyncDisposable): BuildContainer => ({
  ...container,
  async [Symbol.asyncDispose]() {
    await watch[Symbol.asyncDispose]()
    await container[Symbol.asyncDispose]()
  },
})

async function pushOrRemove(
  { registry }: SwarmParts,
  image: string,
  id: string,
): Promise<PinnedImage> {
  try {
    return await registry.push(image, id)
  } catch (error) {
    await registry.remove(image)
    throw error
  }
}

/** Package managers keep their downloads in a volume of the node where builds run. */
const cacheOf = ({ platform }: SwarmParts, { applicationId, recipe }: BuildOrder) =>
  recipe.downloads === 'thrown away' ? undefined : cacheVolume(platform, applicationId)

export const cacheVolume = (platform: string, applicationId: string) =>
  `berth-cache-${platform}-${applicationId}`

function variablesFor(parts: SwarmParts, order: BuildOrder, home: readonly FilledFile[]) {
  const { tools } = order.recipe
  const paths = pathsWith(tools)
  return async (given: Readonly<Record<string, string>>) =>
    variablesOf({
      paths,
      programs: order.recipe.programs,
      port: usualPort,
      given,
      machine: {
        ...(parts.npmRegistry ? { npm_config_registry: await parts.npmRegistry() } : {}),
        ...toolVariables(tools, paths),
        ...downloadFolders(paths.cache, tools),
        ...sbtVariables(parts, order, {}, paths),
        ...javaBuildVariables(parts, order),
        ...sshVariables(home),
        NODE_DISABLE_COMPILE_CACHE: '1',
        ...parts.proxies,
        ...parts.packageSources,
        ...(parts.extraCaCerts ? { NODE_EXTRA_CA_CERTS: paths.extraCaCerts } : {}),
      },
    })
}
