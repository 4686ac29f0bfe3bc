import { join } from 'node:path'
import type { Tool } from '#platform/deployments/recipe/recipe.ts'
import { type AttemptOptions, attempt } from './fetch-attempt.ts'
import { hasProgram, type ToolPlace } from './install-tool.ts'
import type { ToolFolder } from './tool-folder.ts'

export interface FetchOnceOptions extends AttemptOptions {
  /** Where tools are kept: `<folder>/<name>/<version>`. */
  folder: string
  /** As sentences name the tool: `Java 17`. */
  title: (tool: Tool) => string
  /** Whether what is in its place need not be installed again; unless given, that its program is there. */
  isComplete?: (place: string, tool: Tool) => Promise<boolean>
  install: (place: ToolPlace, signal: AbortSignal) => Promise<void>
}

/** Tools that are installed at the first request and kept; concurrent requests for one wait for the same installation. */
export function fetchOnce(options: FetchOnceOptions): ToolFolder {
  const { folder, title, install, isComplete = hasProgram } = options
  const inFlight = new Map<string, Promise<void>>()
  return async (tool) => {
    const place = join(folder, tool.name, tool.version)
    if (await isComplete(place, tool)) return place
    const fetching =
      inFlight.get(place) ??
      attempt(options, title(tool), (signal) => install({ tool, folder, place }, signal)).finally(
        () => inFlight.delete(place),
      )
    inFlight.set(place, fetching)
    await fetching
    return place
  }
}
