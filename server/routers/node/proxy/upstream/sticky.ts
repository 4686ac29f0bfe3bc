import type { Upstream } from './upstream.ts'

const cookieName = 'berth_instance'
const cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([0-9a-f]{16})(?:;|$)`)

/** The mark of the instance that served this visitor before. */
export const markIn = (cookie = ''): string | undefined => cookiePattern.exec(cookie)?.[1]

/** The cookie that brings the visitor back to this upstream. */
export function stickyCookie(upstream: Upstream, secure: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cookieName}=${upstream.mark}; ${attributes}`
}
