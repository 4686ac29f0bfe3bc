import { readFile } from 'node:fs/promises'
import { Refusal } from '#cli/refusal.ts'
import type { PreferringSummary } from '#cli/resolve/owner.ts'
import { readOwnerPreference } from '#cli/resolve/owner-preference.ts'
import { type Client, createClient } from '#client/client.ts'
import { chosenProfile, type ProfileChoice } from './chosen-profile.ts'
import type { Profile } from './profile.ts'

/** A profile with its API client. */
export interface Session {
  profile: Profile
  /** API client whose summary includes the preferred owner, for `chooseOwner`. */
  client: Client
  /** Certificate authority of the platform, in PEM; absent: the system's authorities. */
  ca: string | undefined
}

export async function openSession(choice: ProfileChoice): Promise<Session> {
  const profile = await chosenProfile(choice)
  const ca = await authorityOf(profile)
  const { api, credentials } = profile
  const client = createClient({ api, credentials, ...(ca ? { ca } : {}) })
  const get = async (): Promise<PreferringSummary> => {
    const [summary, preference] = await Promise.all([
      client.summary.get(),
      readOwnerPreference(choice.terminal, profile),
    ])
    return { ...summary, preference }
  }
  return { profile, ca, client: { ...client, summary: { get } } }
}

async function authorityOf({ name, ca }: Profile): Promise<string | undefined> {
  return (
    ca &&
    (await readFile(ca, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(
        `${ca}, the certificate authority of profile '${name}', cannot be read (${error.code}).`,
        'Log in again.',
      )
    }))
  )
}
