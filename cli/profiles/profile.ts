import { readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '#cli/refusal.ts'
import { replaceFile } from '#cli/replace-file.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Credentials } from '#client/http/node/credentials.ts'

/** A platform and the credentials for it. */
export interface Profile {
  name: string
  /** Origin of the API, or of the bridge if the credentials are an API token. */
  api: string
  /** Origin of the bridge, if known. */
  bridge?: string
  console?: string
  /** Git URL for pushes over HTTPS, if known. */
  git?: string
  /** Listeners for visitors of applications, if the platform has its own ports. */
  visitors?: { http: string; https: string }
  /** File of the certificate authority of the platform; absent: the system's authorities. */
  ca?: string
  credentials: Credentials
  email?: string
  /** Id of the default organisation. */
  organisation?: string
}

/** All profiles, and the default one. */
export interface Profiles {
  active?: string
  profiles: Profile[]
}

type HasEnv = Pick<Terminal, 'env'>

/** Configuration folder of the CLI. */
export const configFolder = ({ env }: HasEnv): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'berth')

const profilesFile = (terminal: HasEnv) => join(configFolder(terminal), 'profiles.json')

export async function readProfiles(terminal: HasEnv): Promise<Profiles> {
  const path = profilesFile(terminal)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"profiles":[]}'
    throw new Refusal(`${path} cannot be read (${error.code}).`)
  })
  try {
    const { active, profiles } = JSON.parse(text)
    if (!Array.isArray(profiles)) throw new TypeError('no list of profiles')
    return { active, profiles }
  } catch {
    throw new Refusal(`${path} is damaged.`, 'Remove it and log in again.')
  }
}

/** Stores a profile, replacing one of the same name, and makes it active. */
export async function keepProfile(
  terminal: HasEnv,
  profile: Omit<Profile, 'ca'>,
  ca: string | undefined,
): Promise<Profile> {
  const { profiles } = await readProfiles(terminal)
  const former = profiles.find(({ name, api }) => name === profile.name && api === profile.api)
  const kept: Profile = {
    ...(former?.organisation !== undefined && { organisation: former.organisation }),
    ...profile,
  }
  if (ca !== undefined) {
    kept.ca = authorityFile(terminal, profile.name)
    await replaceFile(kept.ca, ca)
  }
  const others = profiles.filter(({ name }) => name !== profile.name)
  await writeProfiles(terminal, { active: profile.name, profiles: [...others, kept] })
  await rm(gitCredentialsFile(terminal, profile.name), { force: true })
  return kept
}

export async function forgetProfile(terminal: HasEnv, name: string): Promise<void> {
  const { active, profiles } = await readProfiles(terminal)
  const rest = profiles.filter((profile) => profile.name !== name)
  const next = active === name ? rest.at(-1)?.name : active
  await writeProfiles(terminal, { ...(next ? { active: next } : {}), profiles: rest })
  for (const place of [authorityFolder, historyFolder, gitCredentialsFile])
    await rm(place(terminal, validProfileName(name)), { recursive: true, force: true })
}

export async function activateProfile(terminal: HasEnv, name: string): Promise<void> {
  const { profiles } = await readProfiles(terminal)
  await writeProfiles(terminal, { active: name, profiles })
}

/** Sets or clears the default organisation of a profile. */
export async function setOrganisation(
  terminal: HasEnv,
  name: string,
  organisation: string | undefined,
): Promise<void> {
  const { profiles, ...rest } = await readProfiles(terminal)
  const changed = profiles.map(({ organisation: _, ...profile }) =>
    profile.name === name && organisation !== undefined ? { ...profile, organisation } : profile,
  )
  await writeProfiles(terminal, { ...rest, profiles: changed })
}

/** Validates a profile's name, which becomes part of a path. */
export function validProfileName(name: string): string {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(name))
    throw new Refusal(
      `Invalid profile name '${name}'.`,
      'Use letters, digits, dashes and underscores.',
    )
  return name
}

/** One folder per authority, because Git's sslCAPath is a folder. */
const authorityFolder = (terminal: HasEnv, name: string) =>
  join(configFolder(terminal), 'authorities', name)

const authorityFile = (terminal: HasEnv, name: string) =>
  join(authorityFolder(terminal, name), 'ca.pem')

/** Where Git keeps the credentials of a profile that the platform has accepted; outdated by the next login. */
export const gitCredentialsFile = (terminal: HasEnv, name: string): string =>
  join(configFolder(terminal), `git-credentials-${validProfileName(name)}`)

/** Folder of the previous states of variables. */
export const historyFolder = (terminal: HasEnv, name: string): string =>
  join(configFolder(terminal), 'history', validProfileName(name))

const writeProfiles = (terminal: HasEnv, profiles: Profiles) =>
  replaceFile(profilesFile(terminal), `${JSON.stringify(profiles, null, 2)}\n`)
