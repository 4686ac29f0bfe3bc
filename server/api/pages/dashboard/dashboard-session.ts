import { cookie, cookieValues } from '#api/pages/cookies.ts'
import type { Signer } from '#kit/crypto/signer.ts'
import { isUserId, type UserId } from '#platform/model/ids.ts'

export const dashboardPath = '/addons/dashboard'
export const dashboardPathOf = (addonId: string) =>
  `${dashboardPath}/${encodeURIComponent(addonId)}`

const cookieName = 'berth_dashboard'
const purpose = 'dashboard'
/** Short, because it is not ended by a logout. */
const lifetime = 30 * 60_000

/**
 * Cookie of somebody who came to the dashboard of an add-on by single sign-on. Its path is that of the dashboard, so
 * that those of several add-ons can be open at a time; what its bearer may do is looked up at every request.
 */
export function sessionCookieFor(
  signer: Signer,
  { addonId, userId, now }: { addonId: string; userId: string; now: number },
  isSecure: boolean,
): string {
  const value = signer.sign(purpose, `${addonId}/${userId}/${now + lifetime}`)
  const path = dashboardPathOf(addonId)
  return cookie(cookieName, value, { isSecure, seconds: lifetime / 1000, path })
}

/** User of a session for this add-on, unless it is forged or has expired. */
export function userOfSession(
  signer: Signer,
  request: Request,
  { addonId, now }: { addonId: string; now: number },
): UserId | undefined {
  for (const value of cookieValues(request, cookieName)) {
    const [forAddon, userId = '', until] = signer.open(purpose, value)?.split('/') ?? []
    if (forAddon === addonId && isUserId(userId) && Number(until) > now) return userId
  }
  return undefined
}
