import { digestOf } from '#kit/crypto/digest.ts'
import { newSecret } from '#kit/text/ids.ts'
import {
  type AuditContext,
  type AuditedAction,
  recordAction,
} from '#platform/identity/audit/audit-log.ts'
import type { Platform } from '#platform/identity/platform.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { Session } from '#platform/model/identity/access/session.ts'
import type { UserId } from '#platform/model/ids.ts'
import { type LoginProof, requireCurrentProof } from './login-proof.ts'

const lifetime = 14 * 24 * 3_600_000
/** Sessions per user; beyond this the oldest ends. */
const maxSessions = 500

type Context = Pick<Platform, 'store' | 'clock'>

/**
 * Logs a user in to our pages and returns the cookie's secret. Ends the browser's previous session, whoever's it was,
 * against session fixation.
 */
export async function openSession(
  platform: AuditContext,
  proof: LoginProof,
  visitor: Pick<Session, 'from' | 'browser' | 'system'>,
  former?: Session,
): Promise<string> {
  const userId = proof.user.id
  const { from, browser, system } = visitor
  const key = newSecret()
  const createdAt = platform.clock()
  const digest = digestOf(key)
  await platform.store.transaction(async (store) => {
    await requireCurrentProof(store, proof)
    if (former) await store.sessions.remove(former.digest)
    const expiresAt = createdAt + lifetime
    await store.sessions.add({ digest, userId, createdAt, expiresAt, from, browser, system })
    await store.sessions.keepNewest(userId, maxSessions)
    await noteLogin({ ...platform, store }, userId, 'done', from)
  })
  return key
}

/** Writes a login, or an attempt at one, to the audit log of the user's own space. */
export async function noteLogin(
  platform: AuditContext,
  userId: UserId,
  outcome: AuditedAction['outcome'],
  from: string,
): Promise<void> {
  const credential = { credential: 'password', credentialId: '', rights: everyRight } as const
  const action = { ownerId: userId, action: 'session.open', target: '', outcome, from } as const
  await recordAction(platform, { userId, ...credential }, action)
}

export async function findSession(
  { store, clock }: Context,
  key: string,
): Promise<Session | undefined> {
  const session = await store.sessions.find(digestOf(key))
  return session && session.expiresAt > clock() ? session : undefined
}
