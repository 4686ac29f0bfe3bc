import { access, constants, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { openIncoming } from './download-folder.ts'
import { type AttemptOptions, attempt, NotOfferedError } from './fetch-attempt.ts'
import type { ToolFolder } from './tool-folder.ts'

export interface ToolPlace {
  tool: Tool
  /** Where all tools are kept. */
  folder: string
  /** Where this one shall be; only a complete tool ever appears there. */
  place: string
  /** Whether what is at `place` need not be fetched again; unless given, that its program is there. */
  isComplete?: (place: string) => Promise<boolean>
}

/** Fills a temporary folder and moves it to its place in one step once the program `bin/<name>` is in it. */
export async function installTool(
  { tool, folder, place, isComplete = (path) => hasProgram(path, tool) }: ToolPlace,
  fill: (tree: string, temporary: string) => Promise<void>,
): Promise<void> {
  await using incoming = await openIncoming(folder)
  const tree = join(incoming.path, 'tree')
  await fill(tree, incoming.path)
  if (!(await hasProgram(tree, tool))) {
    throw new NotOfferedError('its package is not laid out as expected')
  }
  await runOrThrow(['chmod', '--recursive', 'u=rwX,go=rX', '--', tree])
  // Without it a power cut could leave the new name over empty files.
  await runOrThrow(['sync', '--file-system', '--', tree])
  await mkdir(dirname(place), { recursive: true })
  // The remains of a removal that was cut short, or a tool from before hashes were kept.
  if (!(await isComplete(place))) await moveAway(place, join(incoming.path, 'remains'))
  // Another server on the same folder may have been quicker: then its tree is as good as ours.
  const isOurs = await rename(tree, place).then(() => true, unless('ENOTEMPTY', 'EEXIST'))
  if (isOurs) await runOrThrow(['chmod', '--recursive', 'a-w', '--', place])
}

export const hasProgram = (folder: string, { name }: Tool): Promise<boolean> =>
  access(join(folder, 'bin', name), constants.X_OK).then(
    () => true,
    () => false,
  )

async function moveAway(place: string, aside: string): Promise<void> {
  const there = await access(place).then(
    () => true,
    () => false,
  )
  if (!there) return
  // What is read-only can neither be moved nor removed by a server that is not root.
  await runOrThrow(['chmod', '--recursive', 'u+w', '--', place])
  await rename(place, aside).catch(unless('ENOENT'))
}

const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
  }

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
