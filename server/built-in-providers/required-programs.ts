import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemPackage } from '#kit/packages/system-packages.ts'
import { runSmall } from '#kit/process/coprocess/fork-server.ts'
import type { FoundOffer } from './offer.ts'

type WantedPackage = Pick<SystemPackage, 'name' | 'service'>

/** Installs a package; returns an error message, or nothing. */
export type InstallPackage = (
  wanted: WantedPackage,
  onLine: (line: string) => void,
) => Promise<string | undefined>

/** Installed programs of those that an offer requires. */
export interface FoundPrograms {
  isInstalled: boolean
  /** One sentence about what the operator has to install; `undefined` when it is installed, or will be on demand. */
  missing: string | undefined
  /** Version of the installed server, if any. */
  version: string | undefined
}

/** The programs that a provider needs from a system package. */
export interface RequiredPrograms {
  look(): Promise<FoundPrograms>
  /** Installs missing programs; throws one sentence when that fails. */
  provide(onLine: (line: string) => void): Promise<void>
}

/** `install` is absent where installing is forbidden or impossible. */
export function requiredPrograms(
  { requires, name }: Pick<FoundOffer, 'requires' | 'name'>,
  installer: InstallPackage | undefined,
): RequiredPrograms {
  const wanted = packageOf(requires)
  const install = wanted && installer
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
    `${name} is not installed on this machine: ${requires?.byHand ?? `as root, apt-get install ${wanted?.name}`}.`

  const installNow = async (act: InstallPackage, needed: WantedPackage) => {
    tell(`${name} is not on this machine yet: installing ${needed.name} with apt-get`)
    const problem = await act(needed, tell)
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
      // A package that is being unpacked has its programs before its user exists.
      if (!requires || (!installing && (await isInstalled()))) return
      if (!install || !wanted) throw new Error(byHand())
      listeners.add(onLine)
      try {
        installing ??= installNow(install, wanted).finally(() => {
          installing = undefined
        })
        await installing
      } finally {
        listeners.delete(onLine)
      }
    },
  }
}

function packageOf(requires: FoundOffer['requires']): WantedPackage | undefined {
  if (requires?.package === undefined) return undefined
  const { package: name, service } = requires
  return { name, ...(service !== undefined && { service }) }
}

/**
 * File at a path in which one folder may be `*`: of several matches, the one with the highest number. Node's own `glob`
 * would cost the server four megabytes as long as it runs.
 */
async function findProgram(pattern: string): Promise<string | undefined> {
  const [before = '', after] = pattern.split('/*/')
  if (after === undefined) return existsSync(pattern) ? pattern : undefined
  const names = (await readdir(before).catch(() => [])).toSorted((one, other) =>
    other.localeCompare(one, 'en', { numeric: true }),
  )
  return names.map((name) => join(before, name, after)).find((path) => existsSync(path))
}

/** Version from `--version`, cut to `parts` parts; `undefined` when the program prints none. */
async function versionOf(program: string, parts: number): Promise<string | undefined> {
  const told = await runSmall([program, '--version'], { timeout: 30_000 }).catch(() => undefined)
  const [version] = /\d+(\.\d+)+/.exec(told?.stdout ?? '') ?? []
  return version?.split('.').slice(0, parts).join('.')
}
