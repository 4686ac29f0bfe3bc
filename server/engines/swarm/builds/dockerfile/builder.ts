import type { Readable } from 'node:stream'
import { InterruptedError } from '#engines/process/builds/build-sandbox.ts'
import { buildOptions } from '#engines/process/builds/image/build-options.ts'
import { atEnd, createBuildDisk } from '#engines/swarm/builds/build-disk.ts'
import { runIn } from '#engines/swarm/builds/container-exec.ts'
import { sendSource } from '#engines/swarm/builds/send-source.ts'
import { clusterFailure } from '#engines/swarm/cluster-error.ts'
import { removed } from '#engines/swarm/docker-client.ts'
import { containerPaths, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { subordinateUsers } from '#kit/process/user-namespace.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { DockerfileBuild } from '#platform/model/hosting/recipe/recipe.ts'
import { createBuilderContainer, storageVolume } from './builder-container.ts'
import { builderPaths } from './builder-image.ts'

/** An image builder in a separate container, removed on close. */
export interface Builder extends AsyncDisposable {
  build(dockerfile: DockerfileBuild): Promise<void>
  /** The image as an archive for `docker load`; a tenant may have written it. */
  export(take: (archive: Readable) => Promise<void>): Promise<void>
}

const { storage, work, enter } = builderPaths
const context = `${work}/context`
const image = 'localhost/image:latest'
const archive = `${work}/image.tar`

/**
 * Opens a builder with the source of a commit. Commands of the Dockerfile run in a chroot in the same container, so that
 * they reach nothing but their own build.
 */
export async function openBuilder(
  parts: SwarmParts,
  order: BuildOrder,
  { signal, large }: { signal: AbortSignal; large: AbortController },
): Promise<Builder> {
  const { applicationId, applicationNumber, onLine, say } = order
  const stack = new AsyncDisposableStack()
  const disk = createBuildDisk(parts, large)
  stack.use(atEnd(() => disk.trim(storageVolume(parts.platform, applicationId))))
  const container = await createBuilderContainer(parts, order)
  const remove = () => removed(container.remove({ force: true, v: true }))
  stack.use(atEnd(remove))
  const onAbort = () => void remove().catch(() => {})
  signal.addEventListener('abort', onAbort, { once: true })
  stack.defer(() => signal.removeEventListener('abort', onAbort))

  const first = subordinateUsers(applicationNumber)
  // Cache mounts are kept below the folder of temporary files.
  const env = { HOME: work, TMPDIR: storage, ...parts.proxies }
  const inside = (command: string[], lines: (line: string) => void, more = {}) =>
    runIn(container, {
      command: [
        ...['perl', `${containerPaths.scripts}/output-pump.pl`],
        ...['--rate', String(parts.maxLinesPerSecond), '--'],
        ...['perl', enter, String(first), storage, work, '--', ...command],
      ],
      // Otherwise Buildah creates another user namespace.
      env: { ...env, _CONTAINERS_USERNS_CONFIGURED: 'done', ...more },
      onLine: lines,
      folder: work,
    })

  try {
    signal.throwIfAborted()
    await container.start()
    stack.use(disk.watch(container.id, [storage, work]))
    await sendSource(parts, order.source, {
      put: (stream) => container.putArchive(stream, { path: work }),
      at: context.slice(work.length + 1),
      owner: first,
      signal,
    })
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }

  return {
    async build(dockerfile) {
      say(`docker build --file ${dockerfile.path}`)
      let last = ''
      const print = (line: string) => {
        last = line
        onLine(line)
      }
      const { words, environment } = buildOptions(dockerfile, order, context)
      const command = ['buildah', 'build', ...words, '--tag', image, context]
      const code = await inside(command, print, environment).catch((error: unknown) => {
        throw signal.aborted
          ? new InterruptedError('docker build', [])
          : clusterFailure('build', error)
      })
      if (signal.aborted) throw new InterruptedError('docker build', [])
      if (code === 0) return
      const isStarved = (await container.inspect()).State.OOMKilled
      const cause = isStarved ? `exited with ${code} (out of memory)` : last
      throw new Failure('build', `The build of the Dockerfile failed: ${cause}`)
    },
    async export(take) {
      const said: string[] = []
      const code = await inside(
        ['buildah', 'push', '--quiet', image, `docker-archive:${archive}`],
        (line) => said.push(line),
      )
      signal.throwIfAborted()
      if (code !== 0) throw new Failure('build', `The image could not be read: ${said.at(-1)}`)
      const read = await runIn(container, {
        command: ['cat', archive],
        onLine: () => {},
        onOutput: take,
      })
      if (read !== 0) throw new Failure('build', 'The image could not be read.')
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
