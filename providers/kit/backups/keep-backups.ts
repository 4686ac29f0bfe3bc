import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Backup } from '#protocol/backups.ts'
import type { BackupHooks } from '#providers/kit/definition.ts'
import type { Ledger } from '#providers/kit/ledger.ts'
import type { Resource } from '#providers/kit/resource.ts'
import { createTurns } from '#providers/kit/turns.ts'
import { type BackupFiles, backupFiles } from './backup-files.ts'
import { isDue, outdated, type Schedule } from './schedule.ts'

export interface BackupKeeping {
  /** Where the files are. */
  folder: string
  /** How the files' names end, without a dot. */
  suffix: string
  ledger: Ledger
  /** Saves a resource into a file that does not exist yet. */
  take(resource: Resource, path: string): Promise<void>
  /** Restores the file somewhere and looks at it; throws when that does not work. */
  verify(resource: Resource, path: string): Promise<void>
  schedule?: Partial<Schedule>
  onProblem?(problem: unknown): void
  clock?(): number
}

/** Makes back-ups in files, by itself and when asked, each verified by restoring it, and throws old ones away. */
export interface BackupKeeper extends BackupHooks {
  /** The file of a back-up, for restoring it. */
  pathOf: BackupFiles['pathOf']
  /** Removes all back-ups of a resource. */
  forget(resource: Resource): Promise<void>
  /** Begins to make back-ups by itself. What a crash has left half-made is given up first. */
  begin(): Promise<void>
  /** Makes those that are due now; `begin` has this done again and again. */
  makeDue(): Promise<void>
  close(): void
}

const day = 86_400_000
const defaults: Schedule = { every: day, keptFor: 7 * day, most: 10 }
const lookEvery = 60_000

export function keepBackups(keeping: BackupKeeping): BackupKeeper {
  const { ledger, take, verify, onProblem = console.error, clock = Date.now } = keeping
  const files = backupFiles(keeping.folder, keeping.suffix)
  const schedule = { ...defaults, ...keeping.schedule }
  const turns = createTurns()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** One at a time for the whole provider: they are heavy, and nobody waits for them. */
  const work = (resource: Resource, begun: Backup) =>
    turns('work', async () => {
      const path = files.pathOf(resource, begun.id)
      try {
        await take(resource, path)
        await verify(resource, path)
        const { size } = await stat(path)
        await files.save(resource, { ...begun, status: 'success', size })
      } catch (problem) {
        await files.remove(resource, begun.id)
        if (await isGone(resource)) return files.removeAll(resource)
        await files.save(resource, { ...begun, status: 'failed' })
        onProblem(problem)
      }
      await tidy(resource)
    })

  async function tidy(resource: Resource): Promise<void> {
    const known = await files.list(resource)
    for (const { id } of outdated(known, schedule, clock())) await files.remove(resource, id)
    if (await isGone(resource)) await files.removeAll(resource)
  }

  async function isGone({ id }: Resource): Promise<boolean> {
    const latest = await ledger.byId(id)
    return !latest || latest.state === 'deleted'
  }

  async function start(resource: Resource) {
    const date = new Date(clock()).toISOString()
    const backup: Backup = { id: randomUUID(), date, status: 'running', size: 0 }
    await files.save(resource, backup)
    return { backup, done: work(resource, backup) }
  }

  async function makeDue(): Promise<void> {
    for (const resource of await ledger.all()) {
      if (resource.state !== 'ready' || resource.suspended || isClosed) continue
      if (!isDue(await files.list(resource), schedule, clock())) continue
      if (await isGone(resource)) continue
      await start(resource)
        .then(({ done }) => done)
        .catch(onProblem)
    }
  }

  return {
    pathOf: files.pathOf,
    list: files.list,
    async make(resource) {
      const running = (await files.list(resource)).find(({ status }) => status === 'running')
      if (running) return running
      const { backup, done } = await start(resource)
      void done.catch(onProblem)
      return backup
    },
    async open(resource, backupId) {
      const known = (await files.list(resource)).find(({ id }) => id === backupId)
      return known?.status === 'success' ? files.open(resource, backupId) : undefined
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
      const look = () =>
        void makeDue()
          .catch(onProblem)
          .finally(() => {
            if (!isClosed) timer = setTimeout(look, lookEvery).unref()
          })
      timer = setTimeout(look, lookEvery).unref()
    },
    makeDue,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
