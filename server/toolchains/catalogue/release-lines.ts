import { compare, major } from '#kit/text/versions.ts'
import { type Registry, readVersions } from '#toolchains/npm/packument.ts'
import { readPackageFile } from '#toolchains/npm/read-package-file.ts'
import type { ReleaseLine } from './catalogue.ts'

type Lines = Readonly<Record<string, ReleaseLine>>

export interface LineQuestion {
  /** Every release of Node, oldest first. */
  versions: readonly string[]
  /** What an earlier catalogue knew. */
  known: Lines
  /** Packages with releases, of which each may have some that the others lack. */
  packages: readonly string[]
  /** Current day, as in `2026-11-18`. */
  today: string
  /** Called for the newest release of a line that cannot be read; the line is as it was before. */
  onUnreadable: (version: string, error: unknown) => void
}

/**
 * Facts about each release line of Node. Whether a line has long-term support is read from its newest release, once the schedule says that it
 * should: the header `node_version.h` lies at the end of an archive of 50 MB, which is therefore read only for a release that may be
 * the first with such support.
 */
export async function readReleaseLines(
  registry: Registry,
  { versions, known, packages, today, onUnreadable }: LineQuestion,
): Promise<Record<string, ReleaseLine>> {
  const schedule = await readSchedule(registry)
  const newest = new Map(versions.map((version) => [String(major(version)), version]))
  const lines: Record<string, ReleaseLine> = {}
  for (const [line, version] of newest) {
    const before = known[line] ?? {}
    const facts = { ...before, endOfLife: endOfLifeOf(line, before, schedule) }
    let mayBegin = isDue(line, { ...facts, schedule, known, today, version })
    const lts = mayBegin
      ? await readLts(registry, packages, version).catch((error) => {
          onUnreadable(version, error)
          mayBegin = false
          return undefined
        })
      : undefined
    if (lts) delete facts.readWithoutLts
    lines[line] = {
      ...facts,
      ...(lts && { lts: { name: lts, since: version } }),
      ...(mayBegin && !lts && { readWithoutLts: version }),
    }
  }
  return lines
}

interface Due extends ReleaseLine {
  schedule: Schedule
  known: Lines
  today: string
  version: string
}

/** Whether the newest release of a line may be its first of long-term support. */
function isDue(line: string, { lts, endOfLife, schedule, known, today, ...release }: Due): boolean {
  if (lts || release.readWithoutLts === release.version) return false
  if (endOfLife && endOfLife.date <= today) return false
  const planned = schedule.get(line)
  if (planned) return planned.lts !== undefined && planned.lts <= today
  const supported = Object.keys(known).filter((each) => known[each]?.lts)
  return supported.every((each) => Number(each) < Number(line))
}

/** Code name of the long-term support of a release, from its own header. */
async function readLts(
  registry: Registry,
  packages: readonly string[],
  version: string,
): Promise<string | undefined> {
  const lists = await Promise.all(packages.map((name) => readVersions(registry, name)))
  const distribution = lists.map((list) => list.get(version)).find((found) => found)
  if (!distribution) throw new Error(`the registry has no Node ${version}`)
  const header = await readPackageFile(registry, distribution, 'include/node/node_version.h')
  if (!/^#define NODE_VERSION_IS_LTS 1$/m.test(header)) return undefined
  return /^#define NODE_VERSION_LTS_CODENAME "([A-Za-z]{1,30})"$/m.exec(header)?.[1]
}

/** Days of a line by its number; without a day of long-term support it has none. */
type Schedule = ReadonlyMap<string, { end: string; lts?: string | undefined }>

const schedulePackage = 'node-releases'
const scheduleFile = 'data/release-schedule/release-schedule.json'
const day = /^\d{4}-\d{2}-\d{2}$/

/** The schedule of the Node project, which an npm package repeats; empty where the registry does not have it. */
async function readSchedule(registry: Registry): Promise<Schedule> {
  try {
    const versions = await readVersions(registry, schedulePackage)
    const newest = [...versions.keys()].sort(compare).at(-1)
    const distribution = newest && versions.get(newest)
    if (!distribution) return new Map()
    const lines: unknown = JSON.parse(await readPackageFile(registry, distribution, scheduleFile))
    return new Map(Object.entries(lines as object).flatMap(([name, facts]) => entryOf(name, facts)))
  } catch (error) {
    if (registry.signal.aborted) throw error
    return new Map()
  }
}

function entryOf(name: string, facts: unknown): [string, { end: string; lts?: string }][] {
  const line = /^v(\d{1,3})$/.exec(name)?.[1]
  if (!line || typeof facts !== 'object' || !facts || !('end' in facts)) return []
  const { end } = facts
  const lts = 'lts' in facts ? facts.lts : undefined
  if (typeof end !== 'string' || !day.test(end)) return []
  return [[line, { end, ...(typeof lts === 'string' && day.test(lts) && { lts }) }]]
}

function endOfLifeOf(line: string, { endOfLife }: ReleaseLine, schedule: Schedule) {
  const planned = schedule.get(line)
  if (planned) return { date: planned.end, source: 'schedule' as const }
  if (endOfLife && endOfLife.source !== 'computed') return endOfLife
  return { date: computedEnd(Number(line)), source: 'computed' as const }
}

/**
 * By the rule of the Node project: up to line 26, even lines begin each April and end three years later, odd ones begin each October and end in the
 * following June; since line 27 there is one each April, for three years.
 */
function computedEnd(line: number): string {
  if (line > 26) return `${2000 + line + 3}-04-30`
  const year = 2013 + Math.floor(line / 2)
  return line % 2 === 0 ? `${year + 3}-04-30` : `${year + 1}-06-01`
}
