import { parse } from '#kit/text/versions.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import dates from './end-of-life.json' with { type: 'json' }

/** Releases, oldest first; by Node's name of the architecture where it matters. */
export type Releases = readonly string[] | { readonly [arch: string]: readonly string[] }

const { date: _, ...tools } = catalogue
const byTool = new Map<string, Releases>(Object.entries(tools))

/** Stable releases of a tool in the catalogue for an architecture, oldest first. Needs no network. */
export function toolVersions(name: string, arch: string = process.arch): readonly string[] {
  const releases = byTool.get(name) ?? []
  if (isList(releases)) return releases
  return new Map(Object.entries(releases)).get(arch) ?? []
}

const isList = (releases: Releases): releases is readonly string[] => Array.isArray(releases)

const byLine = new Map(Object.entries(dates))

/** Day, as in `2027-04-30`, from which a release line of Node gets no more security fixes. */
export const endOfLife = (version: string): string | undefined =>
  byLine.get(String(parse(version)?.major))
