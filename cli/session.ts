import { readFile } from 'node:fs/promises'
import { type Profile, readProfiles } from '#cli/profile.ts'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from '#cli/terminal.ts'
import { type Client, createClient } from '#client/client.ts'

/** A profile in use. */
export interface Session {
  profile: Profile
  client: Client
}

interface Asking {
  terminal: Pick<Terminal, 'env'>
  options: { profile: string | undefined }
}

export async function openSession(asking: Asking): Promise<Session> {
  const profile = await chosenProfile(asking)
  const ca = await authorityOf(profile)
  const { api, credentials } = profile
  return { profile, client: createClient({ api, credentials, ...(ca ? { ca } : {}) }) }
}

/** The named profile, else the one of the environment, else the active one. */
export async function chosenProfile({ terminal, options }: Asking): Promise<Profile> {
  const { env } = terminal
  const named = options.profile ?? env.BERTH_PROFILE
  if (!named && env.BERTH_API_TOKEN) return environmentProfile(env)
  const { active, profiles } = await readProfiles(terminal)
  const profile = profiles.find(({ name }) => name === (named ?? active))
  if (profile) return profile
  if (!named)
    throw new Refusal(
      'You are not logged in.',
      'Log in with `berth login --local`, or `berth login`.',
    )
  const known = profiles.map(({ name }) => name).join(', ') || 'none'
  throw new Refusal(`There is no profile '${named}' (known: ${known}).`)
}

function environmentProfile(env: Terminal['env']): Profile {
  if (!env.BERTH_API_TOKEN || !env.BERTH_BRIDGE)
    throw new Refusal(
      'BERTH_API_TOKEN is set but BERTH_BRIDGE is not.',
      'Set it to the address of the bridge.',
    )
  return {
    name: 'environment',
    api: env.BERTH_BRIDGE,
    ...(env.BERTH_CA ? { ca: env.BERTH_CA } : {}),
    credentials: { apiToken: env.BERTH_API_TOKEN },
  }
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
