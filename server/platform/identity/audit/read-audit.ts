import { normaliseEmail } from '#platform/identity/access/login/authenticate-password.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { AuditEntry } from '#platform/model/identity/audit/entry.ts'
import { isAuditEntryId, isUserId, type OwnerId, type UserId } from '#platform/model/ids.ts'

/** An audit entry with the names for its ids; empty for what was deleted since. */
export interface AuditLine {
  entry: AuditEntry
  user: { id: string; email: string; name: string }
  /** Consumer that acted for the user, if any. */
  consumer: { key: string; name: string } | null
}

export interface AuditPage {
  limit: number
  /** Cursor: id of the last entry already read. */
  before?: string
  action?: string
  userId?: string
  /** Filter by the primary address of a user. */
  email?: string
}

/** Audit entries of an owner, newest first. */
export async function readAudit(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
  { email, before, userId, ...page }: AuditPage,
): Promise<AuditLine[]> {
  const named = email === undefined ? undefined : await idOfPrimary(store, email)
  const author = named ?? userId
  if (named !== undefined && userId !== undefined && userId !== named) return []
  // What has not the form of an id is the id of nothing.
  if (before !== undefined && !isAuditEntryId(before)) return []
  if (author !== undefined && !isUserId(author)) return []
  const entries = await store.audit.listOf(ownerId, {
    ...page,
    ...(before !== undefined && { before }),
    ...(author !== undefined && { userId: author }),
  })
  return Promise.all(entries.map((entry) => withNames(store, entry)))
}

/** User id for an address; a dummy id for an unknown one, so that the query and its timing are the same. */
async function idOfPrimary(store: Platform['store'], text: string): Promise<UserId> {
  const email = normaliseEmail(text)
  const user = await store.users.findByEmail(email)
  return user?.email === email ? user.id : 'user_nobody'
}

async function withNames(store: Platform['store'], entry: AuditEntry): Promise<AuditLine> {
  const { userId, consumerKey } = entry
  const { email = '', name = '' } = (userId ? await store.users.find(userId) : undefined) ?? {}
  const consumer = consumerKey
    ? { key: consumerKey, name: (await store.consumers.find(consumerKey))?.name ?? '' }
    : null
  return { entry, user: { id: userId, email, name }, consumer }
}
