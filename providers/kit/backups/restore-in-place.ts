import type { RestoreProgress } from '#protocol/databases/restore.ts'
import type { RunningProvider } from '#providers/kit/http/provider-server.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import type { BackupKeeper } from './keep-backups.ts'

export interface InPlaceOptions {
  service: Pick<RunningProvider, 'withLock'>
  backups: Pick<BackupKeeper, 'makeAndWait' | 'tryOut' | 'keep'>
  /** Ends the customer's sessions and accepts no new ones, so that nothing is written that would be lost. */
  close(resource: Resource): Promise<void>
  open(resource: Resource): Promise<void>
  /**
   * Replaces what a resource holds by a back-up, or by what it held if that fails, and opens it. What it has to do is
   * durable once `prepared` is called.
   */
  replace(
    resource: Resource,
    request: { backupId: string; savedId: string },
    prepared: () => void,
  ): Promise<'restored' | 'kept' | 'lost'>
  /** Tells the owner of a resource. */
  report(resource: Resource, sentence: string): Promise<void>
  onProblem(problem: unknown): void
}

/** Restores of back-ups into the resources that they were made of. */
export interface InPlaceRestores {
  /** Begins one, in the background. */
  begin(resource: Resource, backupId: string): RestoreProgress
  progressOf(resource: Pick<Resource, 'id'>, backupId: string): RestoreProgress | undefined
  /** Whether a resource is closed for one that has not begun to replace anything. */
  isPreparing(resource: Pick<Resource, 'id'>): boolean
}

/** Results kept in memory; the log of an add-on has them for longer. */
const maxResults = 1_000

/** Why nothing was changed; the customer reads it. */
class UnchangedError extends Error {}

export function createInPlaceRestores(options: InPlaceOptions): InPlaceRestores {
  const { service, backups, report, onProblem } = options
  const preparing = new Set<string>()
  /** The last one of each resource. */
  const last = new Map<string, { backupId: string; progress: RestoreProgress }>()

  function note({ id }: Resource, backupId: string, change: Partial<RestoreProgress>) {
    const known = last.get(id)?.progress ?? { state: 'saving', savedId: '', message: '' }
    const progress: RestoreProgress = { ...known, ...change }
    last.delete(id)
    last.set(id, { backupId, progress })
    const [oldest] = last.keys()
    if (oldest !== undefined && last.size > maxResults) last.delete(oldest)
    return progress
  }

  /** Backs up what is there, and tries the back-up elsewhere; returns the id of what was made. */
  async function prepare(resource: Resource, backupId: string): Promise<string> {
    await service.withLock(resource, options.close)
    const saved = await backups.makeAndWait(resource)
    if (saved.status !== 'success')
      throw new UnchangedError('The current content could not be backed up first.')
    note(resource, backupId, { state: 'testing', savedId: saved.id })
    await backups.tryOut(resource, backupId).catch((problem: unknown) => {
      onProblem(problem)
      throw new UnchangedError('The back-up could not be restored in a trial.')
    })
    return saved.id
  }

  async function run(resource: Resource, backupId: string): Promise<void> {
    using _ = backups.keep(backupId)
    let savedId: string
    try {
      savedId = await prepare(resource, backupId)
    } catch (problem) {
      preparing.delete(resource.id)
      await service.withLock(resource, options.open)
      throw problem
    }
    note(resource, backupId, { state: 'restoring' })
    const prepared = () => void preparing.delete(resource.id)
    const outcome = await options.replace(resource, { backupId, savedId }, prepared)
    if (outcome === 'lost')
      throw new UnchangedError(
        `Neither the back-up nor the previous content could be restored completely. All that was there is the back-up ${savedId}: make room, and restore that.`,
      )
    if (outcome === 'kept')
      throw new UnchangedError('The back-up could not be restored. The previous content is back.')
    note(resource, backupId, { state: 'restored' })
    await report(
      resource,
      `The back-up ${backupId} was restored; the previous content is the back-up ${savedId}.`,
    )
  }

  async function explain(resource: Resource, backupId: string, problem: unknown): Promise<void> {
    const isExplained = problem instanceof UnchangedError
    if (!isExplained) onProblem(problem)
    const message = isExplained
      ? problem.message
      : 'Something went wrong on our side. The previous content is being restored.'
    note(resource, backupId, { state: 'failed', message })
    await report(resource, `The back-up ${backupId} was not restored. ${message}`)
  }

  return {
    begin(resource, backupId) {
      last.delete(resource.id)
      preparing.add(resource.id)
      const begun = note(resource, backupId, {})
      void run(resource, backupId)
        .catch((problem: unknown) => explain(resource, backupId, problem))
        .catch(onProblem)
      return begun
    },
    progressOf({ id }, backupId) {
      const known = last.get(id)
      return known?.backupId === backupId ? known.progress : undefined
    },
    isPreparing: ({ id }) => preparing.has(id),
  }
}
