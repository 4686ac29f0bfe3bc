import type { Platform } from '#platform/hosting/platform.ts'
import type { Recipe, Tool } from '#platform/model/hosting/recipe/recipe.ts'

/** A tool that a release runs on, of which there is a newer release, or whose line has ended. */
export interface OutdatedTool {
  name: string
  version: string
  /** The newest release of the same line; `null` if it is that. */
  newer: string | null
  /** Day since which its line gets no more fixes; `null` while it does. */
  endedOn: string | null
}

/** Programs that applications run on; what only builds or installs is as old as the build. */
const titles = new Map([
  ['node', 'Node'],
  ['bun', 'Bun'],
  ['deno', 'Deno'],
])

const isRunOn = ({ name }: Pick<Tool, 'name'>): boolean => titles.has(name)

/** Outdated tools that a release runs on. Whether a release has a known weakness, no reachable source says. */
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
    return newer || endedOn ? [{ name, version, newer, endedOn }] : []
  })
}

/** Lines for the log of a deployment about newer releases; the end of a line is a warning of the recipe. */
export const newerReleaseLines = (outdated: readonly OutdatedTool[]): string[] =>
  outdated.flatMap(({ name, version, newer }) =>
    newer
      ? [`${titles.get(name)} ${version} is outdated: ${newer} is the newest release of its line.`]
      : [],
  )
