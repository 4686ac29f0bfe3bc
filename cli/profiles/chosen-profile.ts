import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { type Profile, readProfiles } from './profile.ts'
import { requireTls } from './require-tls.ts'

export interface ProfileChoice {
  terminal: Pick<Terminal, 'env'> & Partial<Pick<Terminal, 'folder'>>
  options: { profile: string | undefined }
}

/** The profile of --profile, else of the environment, else the active one. */
export async function chosenProfile({ terminal, options }: ProfileChoice): Promise<Profile> {
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
  throw new Refusal(`Unknown profile '${named}' (known: ${known}).`)
}

/** Whether there is a profile; a named one must exist. */
export async function hasProfile({ terminal, options }: ProfileChoice): Promise<boolean> {
  const { env } = terminal
  if (options.profile || env.BERTH_PROFILE || env.BERTH_API_TOKEN) return true
  const { active, profiles } = await readProfiles(terminal)
  return profiles.some(({ name }) => name === active)
}

function environmentProfile(env: Terminal['env']): Profile {
  if (!env.BERTH_API_TOKEN || !env.BERTH_BRIDGE)
    throw new Refusal(
      'BERTH_API_TOKEN is set but BERTH_BRIDGE is not.',
      'Set it to the address of the bridge.',
    )
  if (!URL.canParse(env.BERTH_BRIDGE))
    throw new Refusal(`Invalid BERTH_BRIDGE '${env.BERTH_BRIDGE}': use a URL.`)
  requireTls(env.BERTH_BRIDGE, 'this')
  return {
    name: 'environment',
    api: env.BERTH_BRIDGE,
    ...(env.BERTH_CA ? { ca: env.BERTH_CA } : {}),
    credentials: { apiToken: env.BERTH_API_TOKEN },
  }
}
