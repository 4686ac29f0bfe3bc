import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { Backup } from '#protocol/databases/backups.ts'
import type { BackupHooks } from '#providers/kit/definition.ts'
import { wantsBackups } from '#providers/kit/options.ts'
import type { Ledger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { type BackupFiles, backupFiles } from './backup-files.ts'
import { BackupSkippedError } from './backup-skipped-error.ts'
import { createFairQueue } from './fair-queue.ts'
import {
  beyondSize,
  isDue,
  outdated,
  pauseAfterFailure,
  type Schedule,
  withDeletion,
} from './schedule.ts'

export interface BackupOptions {
  /** Folder of the files. */
  folder: string
  /** File name extension, without a dot. */
  suffix: string
  ledger: Ledger
  /** Whether a resource has to be restored first: a back-up now would be empty. */
  isRestoring?(resource: Resource): boolean
  /** Saves a resource to a new file, within the timeout in milliseconds. */
  take(resource: Resource, path: string, timeout: number): Promise<void>
  /** Verifies the file by restoring it elsewhere; throws when that fails or exceeds the timeout in milliseconds. */
  verify(resource: Resource, path: string, timeout: number): Promise<void>
  /** Milliseconds for one back-up, from its start to its verification. */
  timeout?: number
  /** Total size limit of a resource's back-ups; the newest good one is kept even beyond it. */
  maxBytes?(resource: Resource): number
  /** Tells the owner of a resource that a back-up was not made, or removed early. */
  report?(resource: Resource, sentence: string): Promise<void>
  schedule?: Partial<Schedule>
  onProblem?(problem: unknown): void
  clock?(): number
}

/** Makes back-ups in files, on schedule and on request, verifies each by restoring it, and deletes old ones. */
export interface BackupKeeper extends BackupHooks {
  /** Path of a back-up, for restoring it. */
  pathOf: BackupFiles['pathOf']
  /** Makes one now and waits for its end; it may have failed. */
  makeAndWait(resource: Resource): Promise<Backup>
  /** Restores one elsewhere once more; throws when that fails. */
  tryOut(resource: Resource, backupId: string): Promise<void>
  /** Protects a back-up from its expiry until disposed. */
  keep(backupId: string): Disposable
  /** Removes all back-ups of a resource. */
  forget(resource: Resource): Promise<void>
  /** Starts the schedule. Back-ups interrupted by a crash are marked as failed first. */
  begin(): Promise<void>
  /** Makes those that are due now; `begin` calls it periodically. */
  makeDue(): Promise<void>
  /** Begins no more, and waits for those that are being made, but not for long: an unfinished one counts as failed. */
  close(): Promise<void>
}

const day = 86_400_000
const megabyte = 1024 * 1024
const defaults: Schedule = { every: day, keptFor: 7 * day, most: 10 }
const lookEvery = 60_000
const defaultTimeout = 15 * 60_000
/** Time allowed for clean-up after the timeout; then the next one starts anyway. */
const cleanUpTimeout = 60_000
const closeTimeout = 10_000
/** Low, because back-ups are heavy and not urgent; above one, so that a slow one does not block all others. */
const concurrency = 2

export function keepBackups(keeping: BackupOptions): BackupKeeper {
  const { ledger, take, verify, onProblem = console.error, clock = Date.now } = keeping
  const files = backupFiles(keeping.folder, keeping.suffix)
  const schedule = { ...defaults, ...keeping.schedule }
  const { timeout = defaultTimeout, report = async () => {} } = keeping
  const queue = createFairQueue(concurrency)
  /** Back-ups that have begun to read their resource: later writes may be missing in them. */
  const reading = new Set<string>()
  /** Back-ups that somebody needs for a while, whatever their age. */
  const needed = new Set<string>()
  const working = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isClosed = false

  function work(resource: Resource, begun: Backup): Promise<void> {
    const done = queue(resource.ownerId, () => make(resource, begun)).finally(() =>
      working.delete(done),
    )
    working.add(done)
    return done
  }

  async function make(resource: Resource, begun: Backup): Promise<void> {
    if (isClosed) return
    const path = files.pathOf(resource, begun.id)
    reading.add(begun.id)
    try {
      await within(saveAndVerify(resource, path), timeout + cleanUpTimeout)
      const { size } = await stat(path)
      await files.save(resource, { ...begun, status: 'success', size })
    } catch (problem) {
      await giveUp(resource, begun, problem)
    } finally {
      reading.delete(begun.id)
    }
    await tidy(resource)
  }

  async function saveAndVerify(resource: Resource, path: string): Promise<void> {
    const deadline = performance.now() + timeout
    await take(resource, path, timeout)
    await verify(resource, path, Math.max(1_000, deadline - performance.now()))
  }

  async function giveUp(resource: Resource, begun: Backup, problem: unknown): Promise<void> {
    await files.remove(resource, begun.id)
    if (await isGone(resource)) return
    await files.save(resource, { ...begun, status: 'failed' })
    onProblem(new Error(`the back-up ${begun.id} of ${resource.id}`, { cause: problem }))
    const reason =
      problem instanceof BackupSkippedError ? problem.message : 'something went wrong on our side'
    const next = Math.round(Math.min(pauseAfterFailure, schedule.every) / 60_000)
    const sentence = `A back-up was skipped: ${reason}. The next attempt is in ${next} minutes.`
    await report(resource, sentence).catch(onProblem)
  }

  async function tidy(resource: Resource): Promise<void> {
    const known = await files.list(resource)
    const isFree = ({ id }: Backup) => !needed.has(id)
    const old = outdated(known, schedule, clock()).filter(isFree)
    for (const { id } of old) await files.remove(resource, id)
    if (await isGone(resource)) return files.removeAll(resource)
    const latest = (await ledger.byId(resource.id)) ?? resource
    const maxBytes = keeping.maxBytes?.(latest) ?? Infinity
    const kept = known.filter((backup) => !old.includes(backup))
    await shrink(latest, beyondSize(kept, maxBytes).filter(isFree), maxBytes)
  }

  async function shrink(resource: Resource, surplus: Backup[], maxBytes: number): Promise<void> {
    if (surplus.length === 0) return
    for (const { id } of surplus) await files.remove(resource, id)
    const dates = surplus.map(({ date }) => date).join(', ')
    const limit = Math.floor(maxBytes / megabyte)
    const sentence = `Old back-ups were removed, because all of them together may take ${limit} MB: ${dates}.`
    await report(resource, sentence).catch(onProblem)
  }

  async function isGone({ id }: Resource): Promise<boolean> {
    const latest = await ledger.byId(id)
    return !latest || latest.state === 'deleted'
  }

  async function start(resource: Resource, kind: Backup['kind']) {
    const date = new Date(clock()).toISOString()
    const backup: Backup = { id: randomUUID(), date, status: 'running', size: 0, kind }
    await files.save(resource, backup)
    return { backup, done: work(resource, backup) }
  }

  /** Starts those that are due, and returns their promises. */
  async function startDue(): Promise<{ ends: Promise<void>[] }> {
    const ends: Promise<void>[] = []
    for (const resource of await ledger.all()) {
      if (resource.state !== 'ready' || resource.suspended || isClosed) continue
      if (keeping.isRestoring?.(resource) || !wantsBackups(resource)) continue
      if (!isDue(await files.list(resource), schedule, clock())) continue
      if (await isGone(resource)) continue
      const { done } = await start(resource, 'scheduled')
      ends.push(done.catch(onProblem))
    }
    return { ends }
  }

  return {
    pathOf: files.pathOf,
    list: async (resource) =>
      (await files.list(resource)).map((backup) => withDeletion(backup, schedule)),
    async make(resource) {
      const waiting = (await files.list(resource)).find(
        ({ id, status }) => status === 'running' && !reading.has(id),
      )
      if (waiting) return withDeletion(waiting, schedule)
      const { backup, done } = await start(resource, 'requested')
      void done.catch(onProblem)
      return withDeletion(backup, schedule)
    },
    async open(resource, backupId) {
      const known = (await files.list(resource)).find(({ id }) => id === backupId)
      return known?.status === 'success' ? files.open(resource, backupId) : undefined
    },
    async makeAndWait(resource) {
      const { backup, done } = await start(resource, 'before-restore')
      await done
      const made = (await files.list(resource)).find(({ id }) => id === backup.id)
      return made ?? { ...backup, status: 'failed' }
    },
    tryOut: (resource, backupId) =>
      within(verify(resource, files.pathOf(resource, backupId), timeout), timeout + cleanUpTimeout),
    keep(backupId) {
      needed.add(backupId)
      return { [Symbol.dispose]: () => void needed.delete(backupId) }
    },
    forget: files.removeAll,
    async begin() {
      for (const resource of await ledger.all()) {
        for (const backup of await files.list(resource)) {
          if (backup.status !== 'running') continue
          await files.remove(resource, backup.id)
          await files.save(resource, { ...backup, status: 'failed' })
        }
      }
      const look = () => {
        looking = startDue()
          .then(() => {}, onProblem)
          .finally(() => {
            if (!isClosed) timer = setTimeout(look, lookEvery).unref()
          })
      }
      timer = setTimeout(look, lookEvery).unref()
    },
    async makeDue() {
      await Promise.all((await startDue()).ends)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await looking
      const ends = Promise.allSettled(working)
      await withTimeout(ends, closeTimeout, 'the end of back-ups').catch(onProblem)
    },
  }
}

/** The work continues in the background after the timeout, without keeping the process alive. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const give = () => reject(new Error(`no end within ${milliseconds / 1_000} s`))
  const timer = setTimeout(give, milliseconds).unref()
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
