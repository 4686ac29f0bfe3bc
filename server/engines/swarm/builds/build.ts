import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { InterruptedError } from '#engines/process/builds/build-sandbox.ts'
import { downloadFolders } from '#engines/process/builds/dependencies/download-folders.ts'
import { fillHome, sshVariables } from '#engines/process/builds/home-files.ts'
import { sbtVariables } from '#engines/process/builds/sbt/sbt-variables.ts'
import { fetchSubmodules } from '#engines/process/builds/submodules.ts'
import { checkVariables, toolVariables, variablesOf } from '#engines/process/sandbox/variables.ts'
import { clusterFailure } from '#engines/swarm/cluster-error.ts'
import { tarStream } from '#engines/swarm/images/tar-stream.ts'
import { provideToolImage } from '#engines/swarm/images/tool-image.ts'
import { containerUser, pathsWith, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { formatDuration } from '#kit/text/duration.ts'
import type { Artifact, BuildOrder } from '#platform/deployments/engine.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { FilledFile } from '#platform/deployments/recipe/home-file.ts'
import { type BuildContainer, openBuildContainer } from './build-container.ts'
import { watchSize } from './build-size.ts'
import {
  findDependencies,
  installDependencies,
  type SharedDependencies,
} from './dependency-image.ts'
import { buildDockerfile } from './docker-build.ts'
import { artifactImage, type ImageHandle, usualPort } from './image-handle.ts'
import { leaveKept } from './kept-files.ts'

/** Builds an image from a source: tools, dependencies and the application's files, each a layer, and pushes it. */
export async function build(parts: SwarmParts, order: BuildOrder): Promise<Artifact> {
  checkVariables('build', { ...order.recipe.environment, ...order.environment })
  // The base image is the platform's own work, and no part of the time of a build.
  await parts.base().catch((error: unknown) => {
    throw clusterFailure('build', error)
  })
  const late = AbortSignal.timeout(parts.buildTimeout)
  const large = new AbortController()
  const signal = AbortSignal.any([order.signal, late, large.signal])
  try {
    const home = await fillHome({ registry: parts.npmRegistry }, order)
    const image = artifactImage(parts, order)
    const { dockerfile } = order.recipe
    const handle: ImageHandle = dockerfile
      ? await buildDockerfile(parts, order, { dockerfile, image, signal })
      : await buildImage(parts, order, { image, home, signal, large })
    await pushOrRemove(parts, image)
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

async function buildImage(
  parts: SwarmParts,
  order: BuildOrder,
  run: BuildRun,
): Promise<ImageHandle> {
  const { recipe, source } = order
  const { home, signal, image } = run
  const environment = { ...recipe.environment, ...order.environment }
  const tools = await provideToolImage(parts, recipe.tools)
  const variables = variablesFor(parts, order, home)
  const open = (image: string, files: readonly FilledFile[]) =>
    openBuildContainer(parts, order, {
      image,
      home: files,
      variables,
      cache: cacheOf(parts, order),
      signal,
    })
  const shared = await findDependencies(order)
  const from = shared
    ? await installDependencies(parts, order, { shared, tools, home, open })
    : tools
  await using container = await open(from, home)
  using _watch = watchSize(container, parts.buildRoom, run.large)
  await putSource(parts, order, container, shared, signal)
  await fetchSubmodules(
    { home, run: (step, { environment: own }) => container.run(step, own) },
    { ...order, source },
  )
  for (const step of recipe.prepare ?? []) await container.run(step, environment)
  if (!shared && recipe.dependencies) {
    await container.run(recipe.dependencies.install, environment, true)
  }
  for (const step of recipe.build) await container.run(step, environment)
  signal.throwIfAborted()
  if (recipe.kept) await leaveKept(container, recipe.kept, order.say)
  await container.commit(image)
  return { image }
}

async function pushOrRemove({ registry }: SwarmParts, image: string): Promise<void> {
  try {
    await registry.push(image)
  } catch (error) {
    await registry.remove(image)
    throw error
  }
}

/** Package managers keep their downloads in a volume of the node where builds run. */
export const cacheOf = ({ platform }: SwarmParts, { applicationId, recipe }: BuildOrder) =>
  recipe.downloads === 'thrown away' ? undefined : cacheVolume(platform, applicationId)

export const cacheVolume = (platform: string, applicationId: string) =>
  `berth-cache-${platform}-${applicationId}`

function variablesFor(parts: SwarmParts, order: BuildOrder, home: readonly FilledFile[]) {
  const { tools } = order.recipe
  const paths = pathsWith(tools)
  return async (given: Readonly<Record<string, string>>) =>
    variablesOf({
      paths,
      port: usualPort,
      given,
      machine: {
        ...(parts.npmRegistry ? { npm_config_registry: await parts.npmRegistry() } : {}),
        ...toolVariables(tools, paths),
        ...downloadFolders(paths.cache, tools),
        ...sbtVariables(parts, order, {}, paths),
        ...sshVariables(home),
        NODE_DISABLE_COMPILE_CACHE: '1',
        ...parts.proxies,
        ...(parts.extraCaCerts ? { NODE_EXTRA_CA_CERTS: paths.extraCaCerts } : {}),
      },
    })
}

/** Sends the files of the commit into the container, by a folder of the server. */
async function putSource(
  parts: SwarmParts,
  { source }: BuildOrder,
  container: BuildContainer,
  shared: SharedDependencies | undefined,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(join(parts.folder, 'sources'), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parts.folder, 'sources/source-'))
  try {
    await source.extract(folder, signal)
    const without = shared ? [shared.folder] : []
    const { stream, ended } = tarStream({ folder, owner: containerUser, without })
    await Promise.all([container.put(stream), ended])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
