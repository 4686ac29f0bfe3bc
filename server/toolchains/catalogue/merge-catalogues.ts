import { compare } from '#kit/text/versions.ts'
import { refreshedFromMaven } from '#toolchains/maven/maven-releases.ts'
import { allVersions, type ToolCatalogue, type ToolEntry } from './catalogue.ts'

const isRefreshed = (name: string, { source }: ToolEntry) =>
  source !== 'maven' || refreshedFromMaven.some((each) => each === name)

/** What a refresh has asked for: tools from npm, Go and Rust, and versions of tools from Debian and of those from Maven repositories that are listed there. */
export const fetchedPart = ({ date, tools }: ToolCatalogue): ToolCatalogue => ({
  date,
  tools: Object.fromEntries(
    Object.entries(tools)
      .filter(([name, entry]) => isRefreshed(name, entry))
      .map(([name, entry]) => [name, withoutFiles(entry)]),
  ),
})

const withoutFiles = ({ files: _, ...rest }: ToolEntry): ToolEntry => rest

/** The shipped catalogue with what a refresh has found; suites and ends of life of JDKs, and files with their hashes, are those that ship. */
export function mergeFetched(shipped: ToolCatalogue, fetched: ToolCatalogue): ToolCatalogue {
  const tools = { ...shipped.tools }
  for (const [name, entry] of Object.entries(fetchedPart(fetched).tools)) {
    const ours = shipped.tools[name]
    tools[name] = ours ? merged(ours, entry) : entry
  }
  return { date: fetched.date, tools }
}

function merged(ours: ToolEntry, fetched: ToolEntry): ToolEntry {
  if (fetched.source === 'debian') return { ...ours, versions: fetched.versions }
  if (fetched.source !== 'maven') return fetched
  const versions = new Set([...allVersions(ours), ...allVersions(fetched)])
  return { ...ours, versions: [...versions].sort(compare) }
}
