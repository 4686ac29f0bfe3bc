import { read } from '#kit/schema.ts'
import { major, prerelease, valid } from '#kit/text/versions.ts'
import { isSum } from '#toolchains/go/go-proxy.ts'
import { isJavaVersion } from '#toolchains/java/java-versions.ts'
import { isPackagesSum } from '#toolchains/rust/rust-dist.ts'
import {
  allVersions,
  catalogueSchema,
  entryVersions,
  type ToolCatalogue,
  type ToolEntry,
} from './catalogue.ts'

/** A catalogue that must not be used; the message says what is wrong with it. */
export class UnusableCatalogueError extends Error {}

const maxVersions = 20_000

/** The catalogue in a file, or an error that says what is wrong with it. */
export function parseCatalogue(text: string): ToolCatalogue {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new UnusableCatalogueError('it is not valid JSON')
  }
  const { value, problems } = read(catalogueSchema, json)
  if (problems) {
    const [[path, problem] = ['', '']] = problems
    throw new UnusableCatalogueError(`${path} ${problem}`)
  }
  checkVersions(value)
  return value
}

/** Throws unless all dates and versions are well-formed. */
function checkVersions(catalogue: ToolCatalogue): void {
  if (Number.isNaN(Date.parse(catalogue.date))) {
    throw new UnusableCatalogueError('its date is none')
  }
  for (const [name, entry] of Object.entries(catalogue.tools)) checkEntry(name, entry)
}

function checkEntry(name: string, entry: ToolEntry): void {
  if (entry.source === 'maven') return
  const versions = allVersions(entry)
  if (versions.length > maxVersions) {
    throw new UnusableCatalogueError(`it has more than ${maxVersions} releases of ${name}`)
  }
  const ofDebian = name === 'java' ? isJavaVersion : isLine
  const isRelease = entry.source === 'debian' ? ofDebian : isNpmRelease
  const wrong = versions.find((version) => !isRelease(version))
  if (wrong !== undefined) {
    throw new UnusableCatalogueError(
      `${JSON.stringify(wrong.slice(0, 50))} is not a release of ${name}`,
    )
  }
  if (entry.source === 'go' && !hasSums(entry)) {
    throw new UnusableCatalogueError(`a release of ${name} has no hash`)
  }
  if (entry.source === 'rust' && !hasSomeSums(entry)) {
    throw new UnusableCatalogueError(`a release of ${name} has no hash`)
  }
  const days = Object.values(entry.channels ?? {})
  if (!days.every((day) => /^\d{4}-\d\d-\d\d$/.test(day))) {
    throw new UnusableCatalogueError(`a channel of ${name} has no day`)
  }
}

/** Whether every release has a hash for each architecture that it is there for. */
const hasSums = (entry: ToolEntry) =>
  ['x64', 'arm64'].every((arch) =>
    entryVersions(entry, arch).every((version) => isSum(entry.hashes?.[version]?.[arch] ?? '')),
  )

/** Whether every release has a hash for an architecture at least: a mirror may have left out the other. */
const hasSomeSums = (entry: ToolEntry) =>
  allVersions(entry).every((version) => {
    const hashes = Object.values(entry.hashes?.[version] ?? {})
    return hashes.length > 0 && hashes.every(isPackagesSum)
  })

/** A suite mends a line, and has no versions of it to choose from. */
const isLine = (version: string) => /^\d{1,3}(\.\d{1,3})?$/.test(version)

const isNpmRelease = (version: string) => valid(version) === version && !prerelease(version)

/** Registries withdraw a release now and then, and never a tenth of them. */
const minKept = 0.9

/** Throws when the refreshed entry of a tool is malformed, or has lost what nobody withdraws: then it is the registry that is broken. */
export function refuseLosses(name: string, before: ToolEntry, next: ToolEntry): void {
  checkEntry(name, next)
  // Debian's archives keep only the newest.
  if (next.source !== 'npm') return
  for (const arch of Array.isArray(before.versions)
    ? ['x64', 'arm64']
    : Object.keys(before.versions)) {
    const known = entryVersions(before, arch)
    const after = new Set(entryVersions(next, arch))
    const kept = known.filter((version) => after.has(version)).length
    if (kept < known.length * minKept) {
      throw new UnusableCatalogueError(
        `of ${known.length} releases of ${name} for ${arch}, the registry now has ${kept}`,
      )
    }
  }
  const lost = supportedLines(before).filter((line) => !supportedLines(next).includes(line))
  if (lost.length > 0) {
    throw new UnusableCatalogueError(`the registry no longer has Node ${lost.join(' and ')}`)
  }
}

/** Lines with long-term support that have releases for both architectures. */
function supportedLines(entry: ToolEntry): string[] {
  const has = (line: string, arch: string) =>
    entryVersions(entry, arch).some((version) => String(major(version)) === line)
  return Object.entries(entry.lines ?? {}).flatMap(([line, { lts }]) =>
    lts && has(line, 'x64') && has(line, 'arm64') ? [line] : [],
  )
}
