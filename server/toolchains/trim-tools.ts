import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { leastRecentlyUsed, type SizedEntry } from '#kit/least-recently-used.ts'
import { run } from '#kit/process/subprocess.ts'
import { measureTrees } from '#kit/tenant-files/trees.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import { newestSystem, systemLine } from './debian/system-versions.ts'
import { openIncoming } from './download-folder.ts'
import { javaLine, newestOfLine } from './java/java-versions.ts'

export interface KeptTool extends SizedEntry {
  name: string
  version: string
  path: string
}

export interface TrimToolsOptions {
  folder: string
  maxBytes: number
  now: number
  /** Tools of running or startable releases. */
  used: readonly NamedTool[]
}

/** A build may be using a tool that nothing refers to yet. */
const recently = 3_600_000
const timeout = 600_000

type NamedTool = Pick<Tool, 'name' | 'version'>

/** Its modification time is that of the last use. Beside the tool: an image may be made of a tool while it is used. */
const useOf = (folder: string, { name, version }: NamedTool) =>
  join(folder, '.used', `${name}-${version}`)

/** Records that a tool is used now; does nothing where the folder is not writable, since it is not trimmed either. */
export async function recordUse(folder: string, tool: NamedTool): Promise<void> {
  const file = useOf(folder, tool)
  await mkdir(dirname(file), { recursive: true })
    .then(() => writeFile(file, ''))
    .catch(() => {})
}

/** The downloaded tools, `<folder>/<name>/<version>`. */
export async function listTools(folder: string): Promise<KeptTool[]> {
  const tools: KeptTool[] = []
  for (const name of await namesIn(folder)) {
    if (name.startsWith('.')) continue
    for (const version of await namesIn(join(folder, name))) {
      const path = join(folder, name, version)
      const installedAt = await modifiedAt(path)
      if (installedAt === undefined) continue
      const usedAt = (await modifiedAt(useOf(folder, { name, version }))) ?? installedAt
      tools.push({ name, version, path, usedAt, bytes: (await measureTrees([path])).bytes })
    }
  }
  return tools
}

const modifiedAt = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )

export const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])

/** Removes downloaded tools, least recently used first, until the rest fits the limit; keeps those in use. */
export async function trimTools(options: TrimToolsOptions): Promise<KeptTool[]> {
  const { folder, maxBytes, now } = options
  const tools = await listTools(folder)
  const used = namesOf(options.used, tools)
  const canGo = (tool: KeptTool) => !used.has(nameOf(tool)) && now - tool.usedAt > recently
  const removed = leastRecentlyUsed(tools, maxBytes, canGo)
  for (const tool of removed) await discard(folder, tool)
  return removed
}

export interface RemoveToolOptions {
  folder: string
  tool: NamedTool
  used: readonly NamedTool[]
}

/** Removes one downloaded tool, unless it is in use. */
export async function removeTool({
  folder,
  tool,
  used,
}: RemoveToolOptions): Promise<'removed' | 'missing' | 'used'> {
  const tools = await listTools(folder)
  const found = tools.find((each) => nameOf(each) === nameOf(tool))
  if (!found) return 'missing'
  if (namesOf(used, tools).has(nameOf(found))) return 'used'
  await discard(folder, found)
  return 'removed'
}

const nameOf = ({ name, version }: NamedTool) => `${name} ${version}`

/** Also of what stands in for those that are not in the folder. */
const namesOf = (used: readonly NamedTool[], tools: readonly NamedTool[]) =>
  new Set(used.flatMap((tool) => [tool, ...standInFor(tool, tools)]).map(nameOf))

/** It leaves its place in one step: a build that begins meanwhile fetches it again, and never finds a part of it. */
async function discard(folder: string, { path, name, version }: KeptTool): Promise<void> {
  await using incoming = await openIncoming(folder)
  // What is read-only can neither be moved nor removed by a server that is not root.
  await chmod(path, 0o755)
  const aside = join(incoming.path, 'tool')
  await rename(path, aside)
  await rm(useOf(folder, { name, version }), { force: true })
  await run(['chmod', '-R', 'u+rwX', '--', aside], { timeout })
  await run(['rm', '-rf', '--', aside], { timeout })
}

/** What is used instead of a JDK or a system that is not in the folder, or of which only the line is known. */
function standInFor({ name, version }: NamedTool, tools: readonly NamedTool[]): NamedTool[] {
  const versions = tools.filter((tool) => tool.name === name).map((tool) => tool.version)
  if (versions.includes(version)) return []
  const newest =
    name === 'java'
      ? newestOfLine(versions, javaLine(version))
      : isSystemTool({ name }) && newestSystem(versions, systemLine(version))
  return newest ? [{ name, version: newest }] : []
}
