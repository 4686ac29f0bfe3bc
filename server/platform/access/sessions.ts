import { digestOf } from '#kit/digest.ts'
import { newSecret } from '#kit/ids.ts'
import type { Session } from '#platform/access/session.ts'
import type { Platform } from '#platform/platform.ts'

const lifetime = 14 * 24 * 3_600_000

type Keeping = Pick<Platform, 'store' | 'clock'>

/** Logs a user in to our pages; gives what the browser has to bring back. */
export async function openSession(
  { store, clock }: Keeping,
  userId: string,
  from: string,
): Promise<string> {
  const key = newSecret()
  const createdAt = clock()
  await store.sessions.add({
    digest: digestOf(key),
    userId,
    createdAt,
    expiresAt: createdAt + lifetime,
    from,
  })
  return key
}

export async function findSession(
  { store, clock }: Keeping,
  key: string,
): Promise<Session | undefined> {
  const session = await store.sessions.find(digestOf(key))
  return session && session.expiresAt > clock() ? session : undefined
}
