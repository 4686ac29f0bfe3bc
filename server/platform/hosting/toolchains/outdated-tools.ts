import type { Platform } from '#platform/hosting/platform.ts'
import type { Recipe, Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { OutdatedTool } from '#platform/model/hosting/toolchains/outdated.ts'

/** Programs that applications run on; what only builds or installs is as old as the build. */
const titles = new Map([
  ['node', 'Node'],
  ['bun', 'Bun'],
  ['deno', 'Deno'],
  ['java', 'Java'],
  ['php', 'PHP'],
  ['python', 'Python'],
  ['ruby', 'Ruby'],
  ['go', 'Go'],
  ['rust', 'Rust'],
  ['gcc', 'Debian with gcc'],
])

const isRunOn = ({ name }: Pick<Tool, 'name'>): boolean => titles.has(name)

/** Name of a tool in a sentence. */
const titleOf = (name: string): string => titles.get(name) ?? name

/** Outdated tools that a release runs on. */
export function outdatedTools(
  { toolchains, clock }: Pick<Platform, 'toolchains' | 'clock'>,
  { runtime, tools }: Pick<Recipe, 'runtime' | 'tools'>,
): OutdatedTool[] {
  // A static site is served by a program of the platform.
  if (runtime === 'static') return []
  const today = new Date(clock()).toISOString().slice(0, 10)
  return tools.filter(isRunOn).flatMap(({ name, version }) => {
    const newer = toolchains.newerOfLine({ name, version }) ?? null
    const end = toolchains.endOfLife({ name, version })
    const endedOn = end !== undefined && end <= today ? end : null
    const securityRelease = toolchains.securityRelease({ name, version }) ?? null
    return newer || endedOn || securityRelease
      ? [{ name, version, newer, endedOn, securityRelease }]
      : []
  })
}

/** Lines for the log of a deployment about newer releases; the end of a line is a warning of the recipe. */
export const newerReleaseLines = (outdated: readonly OutdatedTool[]): string[] =>
  outdated.flatMap(({ name, version, newer, securityRelease }) => {
    const title = `${titleOf(name)} ${version}`
    const newest = newer ? `${newer} is the newest release of its line.` : ''
    if (securityRelease)
      return [`${title} has known weaknesses, which ${securityRelease} mends. ${newest}`.trimEnd()]
    return newer ? [`${title} is outdated: ${newest}`] : []
  })
