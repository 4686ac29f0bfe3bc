import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { isBackupId } from '#protocol/databases/backups.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { BackupHooks, ProviderServer } from '#providers/kit/definition.ts'
import { type Answer, failure, json, notAllowed } from '#providers/kit/http/exchange.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { refuseWhileRestoring, withResource } from '#providers/kit/resources/resources.ts'

/** Handles requests below `{base_url}/{id}/backups`. */
export async function answerBackups(
  service: ProviderServer,
  mutex: KeyedMutex,
  { id, backupId, isRestore }: { id: string; backupId?: string; isRestore?: boolean },
  method: string | undefined,
): Promise<Answer> {
  const { backups } = service
  if (!backups) return failure(501, 'There are no back-ups here.')
  if (backupId !== undefined && isRestore)
    return answerRestore(service, mutex, { id, backupId }, method)
  if (backupId !== undefined) {
    if (method !== 'GET') return notAllowed('GET')
    return withResource(service, mutex, id, (resource) => file(backups, resource, backupId))
  }
  if (method === 'GET')
    return withResource(service, mutex, id, async (resource) =>
      json(200, await backups.list(resource)),
    )
  if (method !== 'POST') return notAllowed('GET, POST')
  return withResource(service, mutex, id, async (resource) => {
    if (resource.state !== 'ready') throw new DeclinedError('This add-on is not ready.', 409)
    refuseWhileRestoring(service, resource)
    const backup = await backups.make(resource)
    return json(backup.status === 'running' ? 202 : 201, backup)
  })
}

/** Replaces what a resource holds by a back-up. The progress is told without the lock, which the work itself needs. */
async function answerRestore(
  service: ProviderServer,
  mutex: KeyedMutex,
  { id, backupId }: { id: string; backupId: string },
  method: string | undefined,
): Promise<Answer> {
  const { restore, progressOf, list } = service.backups ?? {}
  if (!restore || !progressOf || !list)
    return failure(501, 'Back-ups cannot be restored in place here.')
  if (method === 'GET') {
    const resource = await service.ledger.byId(id)
    const progress = resource && progressOf(resource, backupId)
    return progress ? json(200, progress) : failure(404, 'This back-up is not being restored.')
  }
  if (method !== 'POST') return notAllowed('GET, POST')
  return withResource(service, mutex, id, async (resource) => {
    if (resource.state !== 'ready') throw new DeclinedError('This add-on is not ready.', 409)
    if (resource.suspended) throw new DeclinedError('This add-on is suspended.', 409)
    refuseWhileRestoring(service, resource)
    const known = await list(resource)
    if (!known.some((each) => each.id === backupId && each.status === 'success'))
      return failure(404, 'There is no such back-up.')
    using _ = service.transfers?.holdOff(resource, 'This add-on is being restored.')
    return json(202, await restore(resource, backupId))
  })
}

async function file(backups: BackupHooks, resource: Resource, backupId: string): Promise<Answer> {
  const opened = isBackupId(backupId) ? await backups.open(resource, backupId) : undefined
  if (!opened) return failure(404, 'There is no such back-up.')
  return {
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(opened.size),
      'content-disposition': `attachment; filename="${opened.name}"`,
    },
    stream: opened.stream,
  }
}
