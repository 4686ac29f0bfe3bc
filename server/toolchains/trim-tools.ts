import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { leastRecentlyUsed, type SizedEntry } from '#kit/least-recently-used.ts'
import { run } from '#kit/process/subprocess.ts'
import { measureTrees } from '#kit/tenant-files/trees.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import { newestSystem, systemLine } from './debian/system-versions.ts'
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
  const inUse = options.used.flatMap((tool) => [tool, ...standInFor(tool, tools)])
  const used = new Set(inUse.map(({ name, version }) => `${name} ${version}`))
  const canGo = ({ name, version, usedAt }: KeptTool) =>
    !used.has(`${name} ${version}`) && now - usedAt > recently
  const removed = leastRecentlyUsed(tools, maxBytes, canGo)
  for (const { path, name, version } of removed) {
    await run(['chmod', '-R', 'u+rwX', '--', path], { timeout })
    await run(['rm', '-rf', '--', path, useOf(folder, { name, version })], { timeout })
  }
  return removed
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
