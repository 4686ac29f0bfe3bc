import type { ToolCatalogue } from './catalogue.ts'

/** What a refresh has asked for: tools from npm and Go, and versions of tools from Debian. */
export const fetchedPart = ({ date, tools }: ToolCatalogue): ToolCatalogue => ({
  date,
  tools: Object.fromEntries(Object.entries(tools).filter(([, { source }]) => source !== 'maven')),
})

/** The shipped catalogue with what a refresh has found; suites and ends of life of JDKs are those that ship. */
export function mergeFetched(shipped: ToolCatalogue, fetched: ToolCatalogue): ToolCatalogue {
  const tools = { ...shipped.tools }
  for (const [name, entry] of Object.entries(fetchedPart(fetched).tools)) {
    const ours = shipped.tools[name]
    tools[name] = entry.source === 'debian' && ours ? { ...ours, versions: entry.versions } : entry
  }
  return { date: fetched.date, tools }
}
