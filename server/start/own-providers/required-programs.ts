import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemPackage } from '#kit/packages/system-packages.ts'
import { run } from '#kit/process/subprocess.ts'
import type { FoundOffer } from './offer.ts'

/** Installs a package; returns nothing, or why it failed. */
export type InstallPackage = (
  wanted: Pick<SystemPackage, 'name' | 'service'>,
  onLine: (line: string) => void,
) => Promise<string | undefined>

/** What is there of what an offer requires. */
export interface FoundPrograms {
  isInstalled: boolean
  /** One sentence about what the operator has to install, or nothing when it is there or is installed when needed. */
  missing: string | undefined
  /** The version of the server that is installed, if it has one. */
  version: string | undefined
}

/** The programs that a provider needs from a package of the system. */
export interface RequiredPrograms {
  look(): Promise<FoundPrograms>
  /** Installs them, unless they are there; throws one sentence when that cannot be done. */
  provide(onLine: (line: string) => void): Promise<void>
}

/** `install` is absent where nothing may or can be installed. */
export function requiredPrograms(
  { requires, name }: Pick<FoundOffer, 'requires' | 'name'>,
  install: InstallPackage | undefined,
): RequiredPrograms {
  const listeners = new Set<(line: string) => void>()
  const tell = (line: string) => {
    for (const listener of listeners) listener(line)
  }
  let installing: Promise<void> | undefined

  const findServer = async () => {
    const found = await Promise.all((requires?.programs ?? []).map(findProgram))
    return found.find((program) => program !== undefined)
  }
  const isInstalled = async () => !requires || (await findServer()) !== undefined
  const byHand = () =>
    `${name} is not installed on this machine: as root, apt-get install ${requires?.package}.`

  const installNow = async (act: InstallPackage, wanted: NonNullable<typeof requires>) => {
    tell(`${name} is not on this machine yet: installing ${wanted.package} with apt-get`)
    const service = wanted.service === undefined ? {} : { service: wanted.service }
    const problem = await act({ name: wanted.package, ...service }, tell)
    if (problem === undefined && (await isInstalled())) tell(`${name} is installed`)
    else {
      const reason = problem ?? 'its programs are not there'
      tell(`${name} could not be installed: ${reason}`)
      throw new Error(`${name} could not be installed (${reason}). ${byHand()}`)
    }
  }

  return {
    async look() {
      const program = await findServer()
      const isThere = !requires || program !== undefined
      const { versionParts } = requires ?? {}
      return {
        isInstalled: isThere,
        missing: isThere || install ? undefined : byHand(),
        version: program && versionParts ? await versionOf(program, versionParts) : undefined,
      }
    },
    async provide(onLine) {
      // A package that is being unpacked has its programs before it has its user.
      if (!requires || (!installing && (await isInstalled()))) return
      if (!install) throw new Error(byHand())
      listeners.add(onLine)
      try {
        installing ??= installNow(install, requires).finally(() => {
          installing = undefined
        })
        await installing
      } finally {
        listeners.delete(onLine)
      }
    },
  }
}

/**
 * The file at a path in which one folder may be `*`: of several, that with the highest number in its name. Node's own
 * `glob` would do, but costs the server four megabytes for as long as it runs.
 */
async function findProgram(pattern: string): Promise<string | undefined> {
  const [before = '', after] = pattern.split('/*/')
  if (after === undefined) return existsSync(pattern) ? pattern : undefined
  const names = (await readdir(before).catch(() => [])).toSorted((one, other) =>
    other.localeCompare(one, 'en', { numeric: true }),
  )
  return names.map((name) => join(before, name, after)).find((path) => existsSync(path))
}

/** What `--version` prints of a version, with so many of its parts; nothing when the program does not tell. */
async function versionOf(program: string, parts: number): Promise<string | undefined> {
  const told = await run([program, '--version'], { timeout: 5_000 }).catch(() => undefined)
  const [version] = /\d+(\.\d+)+/.exec(told?.stdout ?? '') ?? []
  return version?.split('.').slice(0, parts).join('.')
}
