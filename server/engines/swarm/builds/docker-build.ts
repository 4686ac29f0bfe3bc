import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { followProgress, messageOf } from '#engines/swarm/docker-client.ts'
import { addLayer } from '#engines/swarm/images/layer.ts'
import { perlLayer } from '#engines/swarm/images/perl-layer.ts'
import { tarStream } from '#engines/swarm/images/tar-stream.ts'
import { labelsOf, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { splitLines } from '#kit/text/lines.ts'
import type { BuildOrder } from '#platform/deployments/engine.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { DockerfileBuild } from '#platform/deployments/recipe/recipe.ts'
import { buildNetwork } from './build-network.ts'
import type { ImageHandle } from './image-handle.ts'

const period = 100_000

/**
 * Builds the Dockerfile of a repository with Docker's own builder, then adds the program that starts instances. Variables
 * of the application are no part of it, but for those that its owner names as build arguments.
 */
export async function buildDockerfile(
  parts: SwarmParts,
  order: BuildOrder,
  {
    dockerfile,
    image,
    signal,
  }: { dockerfile: DockerfileBuild; image: string; signal: AbortSignal },
): Promise<ImageHandle> {
  const { docker } = parts
  const plain = `berth-build-${parts.platform}:${order.deploymentId}`
  order.say(`docker build --file ${dockerfile.path}`)
  try {
    await runBuilder(parts, order, { dockerfile, image: plain, signal })
    const { Config } = await docker.getImage(plain).inspect()
    const command = [...listOf(Config.Entrypoint), ...listOf(Config.Cmd)]
    if (command.length === 0) {
      throw new Failure(
        'build',
        'The image has no command: add CMD or ENTRYPOINT to the Dockerfile.',
      )
    }
    await addLayer(docker, { from: plain, image }, await perlLayer())
    return {
      image,
      port: dockerfile.port,
      own: { command, user: Config.User || '0:0', folder: Config.WorkingDir || '/' },
    }
  } finally {
    await docker
      .getImage(plain)
      .remove({ force: true })
      .catch(() => {})
  }
}

/** Commands of the image are a text or a list. */
const listOf = (words: string | string[] | undefined | null): string[] =>
  typeof words === 'string' ? [words] : (words ?? [])

async function runBuilder(
  parts: SwarmParts,
  { source, environment, limits, onLine, withoutCache }: BuildOrder,
  {
    dockerfile,
    image,
    signal,
  }: { dockerfile: DockerfileBuild; image: string; signal: AbortSignal },
): Promise<void> {
  await mkdir(join(parts.folder, 'sources'), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parts.folder, 'sources/source-'))
  const memory = limits.memoryMegabytes * 1024 * 1024
  const buildargs = Object.fromEntries(
    dockerfile.buildArguments.flatMap((name) => {
      const value = environment[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  try {
    await source.extract(folder, signal)
    const { stream, ended } = tarStream({ folder, owner: 0 })
    const output = await parts.docker.buildImage(stream, {
      t: image,
      dockerfile: dockerfile.path,
      networkmode: await buildNetwork(parts),
      memory,
      memswap: memory,
      cpuperiod: period,
      cpuquota: Math.round(limits.cpus * period),
      nocache: withoutCache,
      forcerm: true,
      buildargs,
      labels: labelsOf(parts, 'image'),
      abortSignal: signal,
    })
    await Promise.all([ended, followBuild(parts, output, onLine)])
    signal.throwIfAborted()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Forwards the lines of the builder. */
async function followBuild(
  { docker }: SwarmParts,
  output: NodeJS.ReadableStream,
  onLine: (line: string) => void,
): Promise<void> {
  const lines = splitLines(onLine)
  try {
    await followProgress(docker, output, ({ stream }) => stream && lines.push(stream))
  } catch (error) {
    throw new Failure('build', `The build of the Dockerfile failed: ${messageOf(error)}`)
  } finally {
    lines.end()
  }
}
