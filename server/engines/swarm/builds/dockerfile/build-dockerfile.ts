import { Readable } from 'node:stream'
import type { ImageHandle } from '#engines/swarm/builds/image-handle.ts'
import { clusterFailure } from '#engines/swarm/cluster-error.ts'
import { followProgress, messageOf } from '#engines/swarm/docker-client.ts'
import { addLayer } from '#engines/swarm/images/layer.ts'
import { perlLayer } from '#engines/swarm/images/perl-layer.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type DockerfileBuild, imageCommand } from '#platform/model/hosting/recipe/recipe.ts'
import { openBuilder } from './builder.ts'
import { InvalidArchiveError, namelessImage } from './image-archive.ts'

export interface DockerBuild {
  dockerfile: DockerfileBuild
  /** Name of the image. */
  image: string
  signal: AbortSignal
  /** Aborted when the build writes more than it may. */
  large: AbortController
}

/**
 * Builds the Dockerfile of a repository in a separate builder, then adds the program that starts instances. Variables of
 * the application are not part of the image, except those that its owner names as build arguments or secrets.
 */
export async function buildDockerfile(
  parts: SwarmParts,
  order: BuildOrder,
  { dockerfile, image, signal, large }: DockerBuild,
): Promise<{ id: string } & Omit<ImageHandle, 'image'>> {
  const { docker } = parts
  refuseReference(dockerfile)
  const built = await runBuilder(parts, order, { dockerfile, image, signal, large })
  try {
    const { Config } = await docker.getImage(built).inspect()
    const command = [...listOf(Config.Entrypoint), ...listOf(Config.Cmd)]
    if (command.length === 0 && order.recipe.start[0] === imageCommand[0]) {
      throw new Failure(
        'build',
        'The image has no command: add CMD or ENTRYPOINT to the Dockerfile.',
      )
    }
    return {
      id: await addLayer(docker, { from: built, image }, await perlLayer()),
      port: dockerfile.port,
      own: { command, user: Config.User || '0:0', folder: Config.WorkingDir || '/' },
    }
  } finally {
    // Without force: its layers are part of the new image.
    await docker
      .getImage(built)
      .remove()
      .catch(() => {})
  }
}

/** It would be pulled with the login of one application by a daemon that all share. */
function refuseReference({ image }: DockerfileBuild): void {
  if (!image) return
  throw new Failure('build', 'The engine swarm of this platform takes no images by reference.', [
    `Commit a Dockerfile with the line: FROM ${image.reference}`,
  ])
}

/** Commands of the image are a text or a list. */
const listOf = (words: string | string[] | undefined | null): string[] =>
  typeof words === 'string' ? [words] : (words ?? [])

/** Resolves to the id of the image, which has no name yet. */
async function runBuilder(
  parts: SwarmParts,
  order: BuildOrder,
  { dockerfile, signal, large }: DockerBuild,
): Promise<string> {
  await using builder = await openBuilder(parts, order, { signal, large })
  await builder.build(dockerfile)
  let id = ''
  try {
    await builder.export(async (archive) => {
      const image = Readable.from(namelessImage(archive))
      const progress = await parts.docker.loadImage(image)
      await followProgress(parts.docker, progress, ({ stream = '' }) => {
        id = /sha256:[0-9a-f]{64}/.exec(stream)?.[0] ?? id
      })
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof InvalidArchiveError)) throw clusterFailure('build', error)
    throw new Failure('build', `The builder wrote no usable image: ${messageOf(error)}.`)
  }
  if (!id) throw new Failure('build', 'Docker did not accept the image of the builder.')
  return id
}
