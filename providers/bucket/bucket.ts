import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createMutex } from '#kit/concurrency/keyed-mutex.ts'
import { openLoopVolumes, VolumeBusyError } from '#kit/mounts/loop-volumes.ts'
import { openAddonLogs } from '#providers/kit/addon-logs.ts'
import { keepBackups } from '#providers/kit/backups/keep-backups.ts'
import { explainTooLarge, maxKept, maxWritten } from '#providers/kit/backups/max-written.ts'
import { openRestores, UnchangedContentError } from '#providers/kit/backups/restore-resources.ts'
import type { BuiltInProvider, Given } from '#providers/kit/built-in-provider.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import { platformClient } from '#providers/kit/http/platform-client.ts'
import { defineProvider } from '#providers/kit/http/provider-server.ts'
import { serverOptions } from '#providers/kit/options.ts'
import { openFileLedger } from '#providers/kit/resources/file-ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { planFinder, planNames } from '#providers/kit/servers/plan-names.ts'
import { fileHooks } from './files/file-hooks.ts'
import { runFiles, verifyArchive } from './files/run-files.ts'
import { keepMounted } from './keep-mounted.ts'
import { offeredPlans, type Plan } from './plans.ts'

/** For tests: other plans, and shorter intervals. */
export interface BucketOptions {
  plans?: readonly Plan[]
  /** Milliseconds between maintenance rounds. */
  maintenanceInterval?: number
}

const gigabyte = 1024 ** 3

/** Provider of folders that stay: a volume for each add-on, which the engine mounts in instances. */
export async function openBucket(
  given: Given,
  options: BucketOptions = {},
): Promise<BuiltInProvider> {
  const { manifest, apiUrl, folder, vault } = given
  const { plans = offeredPlans, maintenanceInterval = 10_000 } = options
  const findPlan = planFinder(plans)
  const sizeOf = ({ plan }: Pick<Resource, 'plan'>) => findPlan(plan).size
  const volumes = await openLoopVolumes(folder)
  const ledger = await openFileLedger(join(folder, 'resources'), vault)
  const logs = openAddonLogs(apiUrl, manifest)
  const restores = await openRestores(folder)
  const isRestoring = restores.isPending
  /** What one takes of the disk is counted before the next one asks. */
  const withDisk = createMutex()

  /** Volumes grow to the size of their plan: all of them together have to find room. */
  async function requireRoom({ id }: Resource, bytes: number): Promise<void> {
    const { free, needed } = await volumes.roomFor(id, bytes)
    if (needed <= free) return
    throw new DeclinedError(
      `The plan needs ${inGigabytes(needed)} of disk, and this machine has ${inGigabytes(free)} that nobody was promised: choose a smaller one.`,
    )
  }

  /** Mounted as its resource requires; the volume of a suspended one is there for nobody new. */
  async function serve(resource: Resource) {
    if (resource.suspended) await volumes.close(resource.id)
    else await volumes.open(resource.id, sizeOf(resource))
    return { config: configOf(resource) }
  }

  async function placeOf(resource: Resource): Promise<string> {
    if (resource.suspended) throw new DeclinedError('This add-on is suspended.', 409)
    await volumes.open(resource.id, sizeOf(resource))
    return volumes.folderOf(resource.id)
  }

  const backups = keepBackups({
    folder: join(folder, 'backups'),
    suffix: 'tar.gz',
    ledger,
    isRestoring,
    take: async (one, outputFile, timeout) => {
      const maxOutputBytes = maxWritten(sizeOf((await ledger.byId(one.id)) ?? one))
      const saving = { outputFile, maxOutputBytes, timeout }
      await volumes.open(one.id, sizeOf(one))
      await runFiles(volumes.folderOf(one.id), 'save', saving).catch(explainTooLarge)
    },
    verify: async (_, path, timeout) => void (await verifyArchive(path, timeout)),
    maxBytes: (resource) => maxKept(sizeOf(resource)),
    report: logs.say,
  })

  const service = defineProvider({
    manifest,
    ledger,
    backups: { ...backups, restore: restores.restore, progressOf: restores.progressOf },
    isRestoring,
    idPrefix: 'bucket',
    plans: planNames(plans),
    options: { 'do-backup': serverOptions['do-backup'] ?? (() => undefined) },
    versions: async () => [],
    files: fileHooks({ placeOf, onProblem: console.error }),
    async provision(resource, restore) {
      requireLoopDevices()
      const made = await withDisk(async () => {
        await requireRoom(resource, sizeOf(resource))
        return serve(resource)
      })
      if (restore) await load(resource, backups.pathOf(restore.from, restore.backupId))
      return made
    },
    async deprovision(resource) {
      await volumes.remove(resource.id)
      await backups.forget(resource)
    },
    async changePlan(resource, plan) {
      const [before, after] = [sizeOf(resource), sizeOf({ plan })]
      if (after < before)
        throw new DeclinedError(
          'A bucket cannot be made smaller. Restore a back-up into a new one of that plan.',
        )
      await withDisk(async () => {
        await requireRoom(resource, after)
        await volumes.grow(resource.id, after).catch(explainBusy)
      })
      return serve({ ...resource, plan })
    },
    async usage(resource) {
      await placeOf(resource)
      const { used, size } = await volumes.usage(resource.id)
      return { diskBytes: used, maxDiskBytes: size }
    },
    suspend: async (resource) => void (await serve({ ...resource, suspended: true })),
    resume: async (resource) => void (await serve({ ...resource, suspended: false })),
  })

  async function load(resource: Resource, inputFile: string): Promise<void> {
    await volumes.open(resource.id, sizeOf(resource))
    const place = volumes.folderOf(resource.id)
    const answer = await runFiles(place, 'load', { inputFile, timeout: loadTimeout })
    if ('problem' in JSON.parse(answer)) throw new UnchangedContentError('the archive is damaged')
  }

  const endRestores = restores.begin({
    ledger,
    service,
    onProblem: console.error,
    backups,
    report: logs.say,
    pathOf: backups.pathOf,
    platform: platformClient(apiUrl, manifest),
    // Who has it mounted goes on: what they write meanwhile is lost.
    close: async () => {},
    isUsableAlways: true,
    async recreate(resource, path) {
      await load(resource, path)
      return { config: configOf(resource) }
    },
    open: async (resource) => void (await serve(resource)),
  })
  const endMaintenance = keepMounted({
    ledger,
    service,
    // Who has one mounted that gets other files goes on, also after a start of the machine in the middle.
    isRestoring: restores.isMissing,
    every: maintenanceInterval,
    serve: async (resource) => void (await serve(resource)),
    isBusy: isRestoring,
    tidy: async ({ id }) =>
      void (await runFiles(volumes.folderOf(id), 'tidy', { timeout: tidyTimeout })),
    broken: volumes.broken,
    mend: (resource) => volumes.mend(resource.id, sizeOf(resource)),
    report: logs.say,
    onProblem: console.error,
  })
  await backups.begin()
  return {
    service,
    async close() {
      await backups.close()
      await Promise.all([endMaintenance(), endRestores()])
    },
    stopServers: volumes.closeAll,
  }
}

const tidyTimeout = 600_000
const loadTimeout = 2 * 3_600_000

/** A name that no name server knows: it says which bucket is meant. */
const configOf = ({ id }: Pick<Resource, 'id'>) => ({
  BUCKET_HOST: `${id.replace('_', '-')}-fsbucket.services.internal`,
})

function requireLoopDevices(): void {
  if (process.getuid?.() === 0 && existsSync('/dev/loop-control')) return
  throw new DeclinedError(
    'Buckets need loop devices, which this machine does not give: the operator runs Berth as root, and in a container with /dev/loop-control and the right to mount.',
  )
}

const inGigabytes = (bytes: number) => `${Number((bytes / gigabyte).toFixed(1))} GB`

function explainBusy(problem: unknown): never {
  if (!(problem instanceof VolumeBusyError)) throw problem
  throw new DeclinedError(
    'This machine cannot change the size of a bucket while it is mounted: stop the applications that are linked to it, and try again.',
    409,
  )
}
