import type { Readable } from 'node:stream'
import type Docker from 'dockerode'
import { adviser } from '#engines/process/builds/advice.ts'
import { type BuildSandbox, InterruptedError } from '#engines/process/builds/build-sandbox.ts'
import { concealing } from '#engines/process/builds/step.ts'
import { clusterFailure } from '#engines/swarm/cluster-error.ts'
import { removed } from '#engines/swarm/docker-client.ts'
import { type PinnedImage, splitName } from '#engines/swarm/images/image-name.ts'
import {
  containerPaths,
  containerUser,
  label,
  labelsOf,
  type SwarmParts,
} from '#engines/swarm/swarm-parts.ts'
import { writeTar } from '#kit/files/tar.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { FilledFile } from '#platform/model/hosting/recipe/home-file.ts'
import type { BuildStep } from '#platform/model/hosting/recipe/recipe.ts'
import { resourceLimits } from './build-limits.ts'
import { buildNetwork } from './build-network.ts'
import { runIn } from './container-exec.ts'

/** A container in which the commands of one build run; removed on close, with all that they wrote and nobody committed. */
export interface BuildContainer extends AsyncDisposable {
  id: string
  home: BuildSandbox['home']
  /** Unpacks an archive into the application's folder. */
  put(archive: Readable | Buffer): Promise<void>
  run(
    step: BuildStep,
    environment: Readonly<Record<string, string>>,
    isInstall?: boolean,
  ): Promise<void>
  /** Runs a program of ours without a title; resolves to its exit code. */
  call(command: [string, ...string[]]): Promise<number>
  /** Keeps what was written below the root, without home and `/tmp`, as a layer of a new image; resolves to its id. */
  commit(image: string): Promise<string>
}

export interface BuildContainerRequest {
  image: PinnedImage
  home: readonly FilledFile[]
  /** Variables of every command. */
  variables: (environment: Readonly<Record<string, string>>) => Promise<Record<string, string>>
  /** Named volume with what package managers keep between builds. */
  cache: string | undefined
  signal: AbortSignal
}

/** Folders of a build that are volumes: no part of a layer, and of the room that it takes. */
export const buildVolumes = (cache: string | undefined): string[] => [
  containerPaths.tmp,
  ...(cache ? [containerPaths.cache] : []),
]

const homeBytes = 64 * 1024 * 1024

export async function openBuildContainer(
  parts: SwarmParts,
  order: BuildOrder,
  { image, home, variables, cache, signal }: BuildContainerRequest,
): Promise<BuildContainer> {
  const { docker } = parts
  const { limits, applicationId, onLine, say } = order
  const owner = `uid=${containerUser},gid=${containerUser}`
  const container = await docker.createContainer({
    Image: image,
    Cmd: ['/usr/bin/sleep', 'infinity'],
    User: `${containerUser}:${containerUser}`,
    WorkingDir: containerPaths.app,
    Labels: labelsOf(parts, 'build', {
      [label.application]: applicationId,
      [label.server]: parts.server,
    }),
    Volumes: { [containerPaths.tmp]: {} },
    HostConfig: {
      NetworkMode: await buildNetwork(parts),
      ...resourceLimits(limits),
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      // Home files contain secrets: a tmpfs is never part of a commit.
      Tmpfs: { [containerPaths.home]: `rw,exec,nosuid,nodev,mode=700,size=${homeBytes},${owner}` },
      Binds: cache ? [`${cache}:${containerPaths.cache}`] : [],
    },
  })
  const remove = () => removed(container.remove({ force: true, v: true }))
  const onAbort = () => void remove().catch(() => {})
  try {
    await container.start()
    // An archive cannot be unpacked into a tmpfs from outside, so the files come by standard input.
    for (const file of home) await writeHome(container, file)
  } catch (error) {
    await remove()
    throw error
  }
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const conceal = concealing(home.flatMap(({ secrets }) => secrets))

  return {
    home,
    put: async (archive) => {
      await container.putArchive(archive, { path: containerPaths.app })
    },
    async run(step, environment, isInstall = false) {
      signal.throwIfAborted()
      say(step.title)
      const { hear, advice } = adviser({
        isInstall,
        environment: { ...order.recipe.environment, ...order.environment },
      })
      const print = (line: string) => {
        const shown = conceal(line)
        hear(shown)
        onLine(shown)
      }
      const command = [
        ...['perl', `${containerPaths.scripts}/output-pump.pl`],
        ...['--rate', String(parts.maxLinesPerSecond), '--', ...step.command],
      ]
      const env = await variables({ ...environment, ...step.environment })
      const code = await runIn(container, {
        command,
        env,
        onLine: print,
        folder: containerPaths.app,
      }).catch((error) => {
        throw signal.aborted
          ? new InterruptedError(step.title, advice())
          : clusterFailure('build', error)
      })
      if (signal.aborted) throw new InterruptedError(step.title, advice())
      if (code === 0) return
      const isStarved = (await container.inspect()).State.OOMKilled
      const cause = isStarved ? 'out of memory' : undefined
      throw new Failure(
        'build',
        `${step.title} exited with ${code}${cause ? ` (${cause})` : ''}`,
        advice({ code, cause }),
      )
    },
    call: (command) => runIn(container, { command, onLine, folder: containerPaths.app }),
    id: container.id,
    async commit(name) {
      signal.throwIfAborted()
      const [repo, tag] = splitName(name)
      const { Id } = (await container.commit({ repo, tag })) as { Id: string }
      return Id
    },
    async [Symbol.asyncDispose]() {
      signal.removeEventListener('abort', onAbort)
      await remove()
    },
  }
}

/** Writes a home file; its path was checked to stay inside. */
async function writeHome(
  container: Docker.Container,
  { path, content }: FilledFile,
): Promise<void> {
  const archive = writeTar([{ path, content: Buffer.from(content), mode: 0o600 }])
  const command = ['tar', '--extract', '--file=-', `--directory=${containerPaths.home}`]
  const said: string[] = []
  const code = await runIn(container, {
    command,
    onLine: (line) => said.push(line),
    input: archive,
  })
  if (code !== 0) throw new Error(`the home file ~/${path} was not written: ${said.join(' ')}`)
}
