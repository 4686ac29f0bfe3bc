import { join } from 'node:path'

import { type Apt, openApt } from '#toolchains/debian/apt.ts'
import { type DebianMirrors, machineMirrors } from '#toolchains/debian/debian-mirrors.ts'
import { compareJava, newestOfLine } from './java-versions.ts'
import { offeredJdks } from './jdk-packages.ts'

/** Debian's name of each architecture, by Node's. */
const architectures = { x64: 'amd64', arm64: 'arm64' }

type Versions = Readonly<Record<string, readonly string[]>>

export interface JdkQuestion {
  /** The suite of each line. */
  suites: Readonly<Record<string, string>>
  /** What is known, by architecture. */
  known: Versions
  /** Where lists of packages stay from one time to the next; a folder for each suite. */
  folder: string
  /** Those of this machine when absent. */
  mirrors?: DebianMirrors | undefined
  signal: AbortSignal
}

export interface NewestJdks {
  /** The newest version of each line, by architecture; never an older one than was known. */
  versions: Record<string, string[]>
  /** Suites that could not be read; their lines stay as they were. */
  problems: string[]
  /** What counts less than it could: no security suite, or none for an architecture. */
  notes: string[]
}

/** Asks apt for the newest JDK of each line, for both architectures. One suite after the other, so that one that fails takes nothing from the others. */
export async function readNewestJdks(question: JdkQuestion): Promise<NewestJdks> {
  const { suites, known, folder, signal } = question
  const mirrors = question.mirrors ?? (await machineMirrors(signal))
  const found: Record<string, string[]> = {}
  const problems: string[] = []
  const notes: string[] = []
  for (const suite of new Set(Object.values(suites))) {
    const lines = Object.keys(suites).filter((line) => suites[line] === suite)
    try {
      const options = { suite, mirrors, folder: join(folder, suite), signal }
      const apt = await openApt({ ...options, architectures: Object.values(architectures) })
      if (apt.note) notes.push(apt.note)
      for (const [arch, debian] of Object.entries(architectures)) {
        for (const line of lines) {
          const newest = await newestOf(apt, line, debian)
          if (newest) found[arch] = [...(found[arch] ?? []), newest]
          else notes.push(`the suite ${suite} has no Java ${line} for ${arch}`)
        }
      }
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  if (Object.keys(found).length === 0) throw new Error(problems.join('; ') || 'there are no JDKs')
  return { versions: newestOfBoth(Object.keys(suites), known, found), problems, notes }
}

const newestOf = async (apt: Apt, line: string, architecture: string) =>
  (await offeredJdks(apt, line, architecture)).at(-1)?.version

/** By architecture, the newest of each line in either; nothing of a line that is no longer offered. */
function newestOfBoth(lines: string[], one: Versions, other: Versions): Record<string, string[]> {
  const newest = (arch: string) =>
    lines.flatMap((line) => {
      const all = [...(one[arch] ?? []), ...(other[arch] ?? [])]
      return newestOfLine(all, line) ?? []
    })
  return Object.fromEntries(
    Object.keys(architectures).map((arch) => [arch, newest(arch).sort(compareJava)]),
  )
}
