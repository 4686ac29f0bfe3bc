import type { UserId } from '#platform/model/ids.ts'
import type { Caller } from './caller.ts'
import { everyRight } from './rights.ts'

/** A browser login on our pages. */
export interface Session {
  /** SHA-256 of the cookie's secret. */
  digest: string
  userId: UserId
  createdAt: number
  expiresAt: number
  from: string
  /** Words for people, such as "Firefox 144" and "Linux"; empty where they are not known. */
  browser: string
  system: string
}

/** Public id of a session: the beginning of its digest, enough to tell it from all others. */
export const sessionIdOf = ({ digest }: Pick<Session, 'digest'>): string => digest.slice(0, 16)

/** The user of a session as a caller, with all rights of the user's role. */
export const callerOfSession = (session: Pick<Session, 'digest' | 'userId'>): Caller => ({
  userId: session.userId,
  credential: 'session',
  credentialId: sessionIdOf(session),
  rights: everyRight,
})
