import type { Profile } from '#cli/profiles/profile.ts'
import { type Client, createClient } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { Self } from '#client/resources/accounts/self.ts'

/** A verified profile. */
export interface LoggedIn {
  profile: Omit<Profile, 'ca'>
  /** Certificate of the authority, in PEM. */
  ca: string | undefined
  self: Self
}

/** Verifies a profile by a call to `/self`. */
export async function verified(
  profile: Omit<Profile, 'ca'>,
  ca: string | undefined,
): Promise<LoggedIn> {
  const { api, credentials } = profile
  const client = createClient({ api, credentials, ...(ca ? { ca } : {}) })
  const self = await client.self.get()
  const bridge = profile.bridge ?? (await bridgeOf(client))
  return { profile: { ...profile, ...(bridge && { bridge }), email: self.email }, ca, self }
}

/** Address of the bridge; `undefined` on platforms that do not publish it. */
async function bridgeOf({ platform }: Client): Promise<string | undefined> {
  try {
    return (await platform.addresses()).bridge
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
