import type { Destination } from './destination.ts'

const cookieName = 'berth_instance'
const cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([0-9a-f]{16})(?:;|$)`)

/** Where in the list the visitor was served before, if that instance is still there. */
export function stickyTurn(cookie: string | undefined, destinations: Destination[]): number {
  const mark = cookie && cookiePattern.exec(cookie)?.[1]
  return mark ? destinations.findIndex((destination) => destination.mark === mark) : -1
}

/** The cookie that brings the visitor back to this destination. */
export function stickyCookie(destination: Destination, secure: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cookieName}=${destination.mark}; ${attributes}`
}
