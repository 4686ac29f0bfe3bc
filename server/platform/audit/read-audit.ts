import { normaliseEmail } from '#platform/access/login/authenticate-password.ts'
import { isAuditEntryId, isUserId, type OwnerId, type UserId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { AuditEntry } from './entry.ts'

/** An entry with what the ids in it stand for; names of what is gone meanwhile are empty. */
export interface AuditLine {
  entry: AuditEntry
  user: { id: string; email: string; name: string }
  /** The program that acted for the user, if one did. */
  consumer: { key: string; name: string } | null
}

export interface AuditPage {
  limit: number
  /** The id of the last entry already seen. */
  before?: string
  action?: string
  userId?: string
  /** The primary address of a user: only what they did. */
  email?: string
}

/** What was done to the things of an owner, newest first. */
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

/** An id that nobody has for an address without an account, so that the same is looked up and it takes as long. */
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
