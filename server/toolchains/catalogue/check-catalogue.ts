import { read } from '#kit/schema.ts'
import { major, prerelease, valid } from '#kit/text/versions.ts'
import { allVersions, catalogueSchema, type ToolCatalogue, toolVersions } from './catalogue.ts'

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
  for (const [name, entry] of Object.entries(catalogue.tools)) {
    if (entry.source !== 'npm') continue
    const versions = allVersions(entry)
    if (versions.length > maxVersions) {
      throw new UnusableCatalogueError(`it has more than ${maxVersions} releases of ${name}`)
    }
    const wrong = versions.find((version) => valid(version) !== version || prerelease(version))
    if (wrong !== undefined) {
      throw new UnusableCatalogueError(
        `${JSON.stringify(wrong.slice(0, 50))} is not a release of ${name}`,
      )
    }
  }
}

/** Registries withdraw a release now and then, and never a tenth of them. */
const minKept = 0.9

/** Throws when a refreshed catalogue has lost what nobody withdraws: then it is the registry that is broken. */
export function refuseLosses(current: ToolCatalogue, next: ToolCatalogue): void {
  checkVersions(next)
  for (const [name, entry] of Object.entries(current.tools)) {
    for (const arch of Array.isArray(entry.versions)
      ? ['x64', 'arm64']
      : Object.keys(entry.versions)) {
      const before = toolVersions(current, name, arch)
      const after = new Set(toolVersions(next, name, arch))
      const kept = before.filter((version) => after.has(version)).length
      if (kept < before.length * minKept) {
        throw new UnusableCatalogueError(
          `of ${before.length} releases of ${name} for ${arch}, the registry now has ${kept}`,
        )
      }
    }
  }
  const lost = supportedLines(current).filter((line) => !supportedLines(next).includes(line))
  if (lost.length > 0) {
    throw new UnusableCatalogueError(`the registry no longer has Node ${lost.join(' and ')}`)
  }
}

/** Lines of Node with long-term support that have releases for both architectures. */
function supportedLines(catalogue: ToolCatalogue): string[] {
  const lines = Object.entries(catalogue.tools.node?.lines ?? {})
  const has = (line: string, arch: string) =>
    toolVersions(catalogue, 'node', arch).some((version) => String(major(version)) === line)
  return lines.flatMap(([line, { lts }]) =>
    lts && has(line, 'x64') && has(line, 'arm64') ? [line] : [],
  )
}
