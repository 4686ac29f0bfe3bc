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

type Surroundings = Pick<Terminal, 'env'>

/** Configuration folder of the CLI. */
export const configFolder = ({ env }: Surroundings): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'berth')

const profilesFile = (surroundings: Surroundings) =>
  join(configFolder(surroundings), 'profiles.json')

export async function readProfiles(surroundings: Surroundings): Promise<Profiles> {
  const path = profilesFile(surroundings)
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
  surroundings: Surroundings,
  profile: Omit<Profile, 'ca'>,
  ca: string | undefined,
): Promise<Profile> {
  const { profiles } = await readProfiles(surroundings)
  const former = profiles.find(({ name, api }) => name === profile.name && api === profile.api)
  const kept: Profile = {
    ...(former?.organisation !== undefined && { organisation: former.organisation }),
    ...profile,
  }
  if (ca !== undefined) {
    kept.ca = authorityFile(surroundings, profile.name)
    await replaceFile(kept.ca, ca)
  }
  const others = profiles.filter(({ name }) => name !== profile.name)
  await writeProfiles(surroundings, { active: profile.name, profiles: [...others, kept] })
  return kept
}

export async function forgetProfile(surroundings: Surroundings, name: string): Promise<void> {
  const { active, profiles } = await readProfiles(surroundings)
  const rest = profiles.filter((profile) => profile.name !== name)
  const next = active === name ? rest.at(-1)?.name : active
  await writeProfiles(surroundings, { ...(next ? { active: next } : {}), profiles: rest })
  for (const folder of [authorityFolder, historyFolder])
    await rm(folder(surroundings, validProfileName(name)), { recursive: true, force: true })
}

export async function activateProfile(surroundings: Surroundings, name: string): Promise<void> {
  const { profiles } = await readProfiles(surroundings)
  await writeProfiles(surroundings, { active: name, profiles })
}

/** Sets or clears the default organisation of a profile. */
export async function setOrganisation(
  surroundings: Surroundings,
  name: string,
  organisation: string | undefined,
): Promise<void> {
  const { profiles, ...rest } = await readProfiles(surroundings)
  const changed = profiles.map(({ organisation: _, ...profile }) =>
    profile.name === name && organisation !== undefined ? { ...profile, organisation } : profile,
  )
  await writeProfiles(surroundings, { ...rest, profiles: changed })
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
const authorityFolder = (surroundings: Surroundings, name: string) =>
  join(configFolder(surroundings), 'authorities', name)

const authorityFile = (surroundings: Surroundings, name: string) =>
  join(authorityFolder(surroundings, name), 'ca.pem')

/** Folder of the previous states of variables. */
export const historyFolder = (surroundings: Surroundings, name: string): string =>
  join(configFolder(surroundings), 'history', validProfileName(name))

const writeProfiles = (surroundings: Surroundings, profiles: Profiles) =>
  replaceFile(profilesFile(surroundings), `${JSON.stringify(profiles, null, 2)}\n`)
