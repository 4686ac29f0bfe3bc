import { normaliseEmail } from '#platform/access/login/authenticate-password.ts'
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
  ownerId: string,
  { email, ...page }: AuditPage,
): Promise<AuditLine[]> {
  const named = email === undefined ? undefined : await idOfPrimary(store, email)
  if (named !== undefined && page.userId !== undefined && page.userId !== named) return []
  const entries = await store.audit.listOf(ownerId, {
    ...page,
    ...(named !== undefined && { userId: named }),
  })
  return Promise.all(entries.map((entry) => withNames(store, entry)))
}

/** An id that nobody has for an address without an account, so that the same is looked up and it takes as long. */
async function idOfPrimary(store: Platform['store'], text: string): Promise<string> {
  const email = normaliseEmail(text)
  const user = await store.users.findByEmail(email)
  return user?.email === email ? user.id : 'nobody'
}

async function withNames(store: Platform['store'], entry: AuditEntry): Promise<AuditLine> {
  const { userId, consumerKey } = entry
  const { email = '', name = '' } = (await store.users.find(userId)) ?? {}
  const consumer = consumerKey
    ? { key: consumerKey, name: (await store.consumers.find(consumerKey))?.name ?? '' }
    : null
  return { entry, user: { id: userId, email, name }, consumer }
}
