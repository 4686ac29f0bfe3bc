import { createHmac } from 'node:crypto'
import { sameText } from '#kit/crypto/same-text.ts'

/** User of a panel, from the session cookie. */
export interface Session {
  resourceId: string
  userId: string
  email: string
  /** Milliseconds since 1970. */
  expires: number
}

export const cookieName = 'addon_session'
const maxCookieLength = 4_000

const sign = (text: string, key: string) =>
  createHmac('sha256', `session:${key}`).update(text).digest('base64url')

/** Cookie value: readable by its bearer, signed with the key. */
export function sealSession(session: Session, key: string): string {
  const text = Buffer.from(JSON.stringify(session)).toString('base64url')
  return `${text}.${sign(text, key)}`
}

/** Session in a `Cookie` header, unless it is forged, expired or for another resource. */
export function openSession(
  header: string | undefined,
  expected: { key: string; resourceId: string; now: number },
): Session | undefined {
  const sealed = header
    ?.split(/; */)
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
  const [text, signature] = sealed?.split('.') ?? []
  if (!text || !signature || text.length > maxCookieLength) return undefined
  if (!sameText(signature, sign(text, expected.key))) return undefined
  const session = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Session
  const isHere = session.resourceId === expected.resourceId && session.expires > expected.now
  return isHere ? session : undefined
}
