import type Docker from 'dockerode'
import type { RoomLimits } from '#engines/process/limits/disk-shares.ts'
import { isMissing, removed } from '#engines/swarm/docker-client.ts'
import { label, labelsOf, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { runIn } from './container-exec.ts'

/** Docker walks all files to measure a container, so not more often. */
const interval = 5000
/** After this many failed looks in a row the use counts as unlimited. */
const maxFailures = 6
const trimTimeout = 60_000

/** What the containers of one build have written, and whether it is more than they may. */
export interface BuildDisk {
  /** Measures a container and folders of it that are volumes, what earlier builds left there included. */
  watch(id: string, volumes: readonly string[]): AsyncDisposable
  /** Removes a volume that is kept between builds if they take half of the room of one or more: the next fills it again. */
  trim(volume: string): Promise<void>
}

/** `large` is aborted when the build writes more than it may. */
export function createBuildDisk(parts: SwarmParts, large: AbortController): BuildDisk {
  const { bytes, inodes } = parts.buildRoom
  let isHalfFull = false
  return {
    watch(id, volumes) {
      let meter: Promise<Docker.Container> | undefined
      let failures = 0
      const look = async () => {
        meter ??= openMeter(parts, id)
        const [own, used] = await Promise.all([
          writtenBytes(parts, id),
          meter.then((opened) => measure(opened, volumes)),
        ])
        failures = 0
        isHalfFull = used.bytes > bytes / 2 || used.inodes > inodes / 2
        if (own + used.bytes > bytes || used.inodes > inodes) large.abort(tooLarge(parts.buildRoom))
      }
      const stop = tickQuietly(async () => {
        // The daemon is away, or the build hinders the look.
        await look().catch(() => {
          failures++
        })
        if (failures === maxFailures) large.abort(tooLarge(parts.buildRoom))
      })
      return {
        async [Symbol.asyncDispose]() {
          await stop()
          const opened = await meter?.catch(() => undefined)
          if (opened) await removed(opened.remove({ force: true }))
        },
      }
    },
    async trim(volume) {
      if (!isHalfFull) return
      // An aborted container is still being removed.
      const isGone = () =>
        parts.docker
          .getVolume(volume)
          .remove()
          .then(
            () => true,
            (error: unknown) => isMissing(error),
          )
      await until(isGone, {
        timeout: trimTimeout,
        every: 250,
        what: 'the end of the volume',
      }).catch(() => parts.log(`The volume ${volume} is still in use.`))
    },
  }
}

function tickQuietly(look: () => Promise<void>): () => Promise<void> {
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }, interval).unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}

/** For `await using`. */
export const atEnd = (work: () => Promise<void>): AsyncDisposable => ({
  [Symbol.asyncDispose]: work,
})

/** A container beside the build, which it cannot disturb: it reads all files of the volumes, and has no network. */
async function openMeter(parts: SwarmParts, id: string): Promise<Docker.Container> {
  const meter = await parts.docker.createContainer({
    Image: await parts.base(),
    Cmd: ['/usr/bin/sleep', 'infinity'],
    User: '0:0',
    Labels: labelsOf(parts, 'build', { [label.server]: parts.server }),
    HostConfig: {
      VolumesFrom: [`${id}:ro`],
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      CapAdd: ['DAC_READ_SEARCH'],
      SecurityOpt: ['no-new-privileges'],
      Memory: 512 * 1024 * 1024,
      PidsLimit: 16,
    },
  })
  try {
    await meter.start()
    return meter
  } catch (error) {
    await removed(meter.remove({ force: true }))
    throw error
  }
}

async function measure(meter: Docker.Container, folders: readonly string[]) {
  const [bytes, inodes] = await Promise.all([
    total(meter, ['--block-size=1', ...folders]),
    total(meter, ['--inodes', ...folders]),
  ])
  return { bytes, inodes }
}

/** A file that goes away meanwhile makes `du` complain, and it measures on. */
async function total(meter: Docker.Container, words: string[]): Promise<number> {
  const lines: string[] = []
  const command = ['du', '--summarize', '--total', ...words]
  await runIn(meter, { command, onLine: (line) => lines.push(line) })
  const found = lines.map((line) => /^(\d+)\ttotal$/.exec(line)?.[1]).find(Boolean)
  if (!found) throw new Error(`du says: ${lines.at(-1)}`)
  return Number(found)
}

async function writtenBytes({ docker }: SwarmParts, id: string): Promise<number> {
  const options = { size: true } as object
  const facts = (await docker.getContainer(id).inspect(options)) as { SizeRw?: number }
  return facts.SizeRw ?? 0
}

function tooLarge({ bytes, inodes }: RoomLimits): Failure {
  const limit = Math.round(bytes / 1024 / 1024)
  return new Failure(
    'build',
    `The build took more room on disk than the ${limit} MB and ${inodes} files it may.`,
    [
      'Install or write less, or ask the operator for more (BERTH_BUILD_DISK_LIMIT, BERTH_BUILD_FILE_LIMIT).',
    ],
  )
}
