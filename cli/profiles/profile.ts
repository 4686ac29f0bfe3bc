import { readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '#cli/refusal.ts'
import { replaceFile } from '#cli/replace-file.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Credentials } from '#client/http/credentials.ts'

/** A platform, and who we are on it. */
export interface Profile {
  name: string
  /** Origin of the API; of the bridge where the credentials are an API token. */
  api: string
  /** Origin of the bridge, when known. */
  bridge?: string
  console?: string
  /** Where to push over HTTPS, when known. */
  git?: string
  /** Where visitors of applications arrive, when the platform has ports of its own for them. */
  visitors?: { http: string; https: string }
  /** File of the authority that signed the platform's certificates; absent: the usual ones. */
  ca?: string
  credentials: Credentials
  email?: string
  /** Id of the organisation that commands without --org are about. */
  organisation?: string
}

/** All profiles; the active one is used where none is named. */
export interface Profiles {
  active?: string
  profiles: Profile[]
}

type Surroundings = Pick<Terminal, 'env'>

/** Where the tool keeps what it was told. */
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

/** Keeps a profile, in place of one with the same name, and makes it the active one. */
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

/** Keeps which organisation a profile is about; without one it is about none in particular. */
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

/** A profile's name is part of a path. */
export function validProfileName(name: string): string {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(name))
    throw new Refusal(
      `Invalid profile name '${name}'.`,
      'Use letters, digits, dashes and underscores.',
    )
  return name
}

/** A folder for each authority: Git can be given a folder to trust. */
const authorityFolder = (surroundings: Surroundings, name: string) =>
  join(configFolder(surroundings), 'authorities', name)

const authorityFile = (surroundings: Surroundings, name: string) =>
  join(authorityFolder(surroundings, name), 'ca.pem')

/** Where the states of variables before the last changes are kept. */
export const historyFolder = (surroundings: Surroundings, name: string): string =>
  join(configFolder(surroundings), 'history', validProfileName(name))

const writeProfiles = (surroundings: Surroundings, profiles: Profiles) =>
  replaceFile(profilesFile(surroundings), `${JSON.stringify(profiles, null, 2)}\n`)
