import {
  array,
  exactOptional,
  type Infer,
  object,
  oneOf,
  record,
  string,
  union,
} from '#kit/schema.ts'
import { compare, gte, major, valid } from '#kit/text/versions.ts'
import { systemLine } from '#toolchains/debian/system-versions.ts'
import { compareJava, javaLine } from '#toolchains/java/java-versions.ts'

/** Where an end-of-life date comes from: Node's published schedule, its rule for a line that is not on it yet, or by hand. */
const dateSources = ['schedule', 'computed', 'by hand'] as const

/** Facts about a release line, by its first number. */
const line = object({
  /** Code name of its long-term support, and the first release known to have it. */
  lts: exactOptional(object({ name: string, since: string })),
  /** Day from which it gets no more fixes, as in `2027-04-30`. */
  endOfLife: exactOptional(object({ date: string, source: oneOf(...dateSources) })),
  /** The newest release marked as a security release: older ones of the line lack its fixes. */
  security: exactOptional(string),
  /** The newest release that was read and is not of long-term support. */
  readWithoutLts: exactOptional(string),
})

/** A file of a Maven repository: copied to a path of the tool's folder, or an archive unpacked into one. */
const file = union([
  object({ path: string, sha256: string, to: string }),
  object({ path: string, sha256: string, unpack: string, only: exactOptional(array(string)) }),
])

/**
 * One tool, whatever its source. Archives of npm packages have no hash here: the packages' own metadata has it, with which each is compared
 * when it is fetched, as are Debian's with the signed index of their suite. A Maven repository has no such thing, so `files` has it, and `hashes` has what the checksum
 * database of Go and the manifests of Rust say.
 */
const tool = object({
  source: oneOf('npm', 'maven', 'debian', 'go', 'rust'),
  /** Oldest first; by Node's name of the architecture where it matters. */
  versions: union([array(string), record(array(string))]),
  lines: exactOptional(record(line)),
  /** The Debian suite of each line; its security suite counts with it. */
  suites: exactOptional(record(string)),
  /** What each version is made of. */
  files: exactOptional(record(array(file))),
  /** The hash of each version for each architecture: as in `go.sum`, or that of the list of packages of Rust. */
  hashes: exactOptional(record(record(string))),
  /** The newest day of each channel whose releases have no version of their own, as in `2026-10-30`. */
  channels: exactOptional(record(string)),
})

/** Every tool that applications can have. */
export const catalogueSchema = object({
  /** When its sources were asked, as in `2026-11-15T10:00:00.000Z`. */
  date: string,
  tools: record(tool),
})

export type ToolCatalogue = Infer<typeof catalogueSchema>
export type ToolEntry = Infer<typeof tool>
export type ToolFile = Infer<typeof file>
export type ReleaseLine = Infer<typeof line>

const ownEntry = <T>(of: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  of && Object.hasOwn(of, name) ? of[name] : undefined

const toolEntry = ({ tools }: ToolCatalogue, name: string) => ownEntry(tools, name)

/** Releases of a tool for an architecture, oldest first. */
export function toolVersions(
  catalogue: ToolCatalogue,
  name: string,
  arch: string,
): readonly string[] {
  const entry = toolEntry(catalogue, name)
  return entry ? entryVersions(entry, arch) : []
}

/** Names of the newest releases of the channels of a tool, such as `nightly-2026-10-30`, by the channel. */
export const toolChannels = (
  catalogue: ToolCatalogue,
  name: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(toolEntry(catalogue, name)?.channels ?? {}).map(([channel, day]) => [
      channel,
      `${channel}-${day}`,
    ]),
  )

/** Releases of an entry for an architecture, oldest first. */
export const entryVersions = ({ versions }: ToolEntry, arch: string): readonly string[] =>
  Array.isArray(versions) ? versions : (ownEntry(versions, arch) ?? [])

/** Every release of a tool for any architecture, oldest first. */
export function allVersions({ source, versions }: ToolEntry): string[] {
  const lists = Array.isArray(versions) ? [versions] : Object.values(versions)
  return [...new Set(lists.flat())].sort(source === 'debian' ? compareJava : compare)
}

function lineOfVersion(
  entry: ToolEntry | undefined,
  name: string,
  version: string,
): string | undefined {
  if (name === 'java') return javaLine(version)
  if (entry?.source === 'debian') return systemLine(version)
  return valid(version) ? String(major(version)) : undefined
}

/** The release line of a version; for an invalid one none. */
function lineOf(catalogue: ToolCatalogue, name: string, version: string): ReleaseLine | undefined {
  const entry = toolEntry(catalogue, name)
  const line = lineOfVersion(entry, name, version)
  return line === undefined ? undefined : ownEntry(entry?.lines, line)
}

/** Day, as in `2027-04-30`, from which the line of a version gets no more security fixes. */
export const endOfLife = (catalogue: ToolCatalogue, name: string, version: string) =>
  lineOf(catalogue, name, version)?.endOfLife?.date

/** The newest security release of the line of a version that is older than it. */
export function securityRelease(
  catalogue: ToolCatalogue,
  name: string,
  version: string,
): string | undefined {
  const marked = lineOf(catalogue, name, version)?.security
  return marked !== undefined && valid(marked) && !gte(version, marked) ? marked : undefined
}

/** Code name of the long-term support of a release of Node, in lower case; none when it has no such support. */
export function longTermName(catalogue: ToolCatalogue, version: string): string | undefined {
  const lts = lineOf(catalogue, 'node', version)?.lts
  return lts && gte(version, lts.since) ? lts.name.toLowerCase() : undefined
}
