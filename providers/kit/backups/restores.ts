import { readRestore } from '#protocol/databases/backups.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ProviderServer, Restore } from '#providers/kit/definition.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'

/** The back-up in the option `restore` of an order: of a resource of the same owner, or the order is declined. */
export async function restoreOf(
  { backups, ledger }: ProviderServer,
  { ownerId, options }: Resource,
): Promise<Restore | undefined> {
  if (options.restore === undefined) return undefined
  if (!backups) throw new DeclinedError('There are no back-ups here to restore.')
  const named = readRestore(options.restore)
  if (!named)
    throw new DeclinedError(`'restore' is the id of an add-on, a slash and the id of a back-up.`)
  const from = await ledger.byId(named.id)
  const isThere = from?.ownerId === ownerId && from.state !== 'deleted'
  const known = isThere ? await backups.list(from) : []
  const isUsable = known.some(({ id, status }) => id === named.backupId && status === 'success')
  if (!from || !isUsable) throw new DeclinedError('There is no such back-up to restore.')
  return { from, backupId: named.backupId }
}
