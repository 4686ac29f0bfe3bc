import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { leastRecentlyUsed, type SizedEntry } from '#kit/least-recently-used.ts'
import { run } from '#kit/process/subprocess.ts'
import { measureTrees } from '#kit/tenant-files/trees.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'

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
  used: readonly Pick<Tool, 'name' | 'version'>[]
}

/** A build may be using a tool that nothing refers to yet. */
const recently = 3_600_000
const timeout = 600_000

/** The downloaded tools, `<folder>/<name>/<version>`. */
export async function listTools(folder: string): Promise<KeptTool[]> {
  const tools: KeptTool[] = []
  for (const name of await namesIn(folder)) {
    if (name.startsWith('.')) continue
    for (const version of await namesIn(join(folder, name))) {
      const path = join(folder, name, version)
      const usedAt = (await stat(path).catch(() => undefined))?.mtimeMs
      if (usedAt === undefined) continue
      tools.push({ name, version, path, usedAt, bytes: (await measureTrees([path])).bytes })
    }
  }
  return tools
}

const namesIn = (folder: string) => readdir(folder).catch(() => [])

/** Removes downloaded tools, least recently used first, until the rest fits the limit; keeps those in use. */
export async function trimTools(options: TrimToolsOptions): Promise<KeptTool[]> {
  const { folder, maxBytes, now } = options
  const used = new Set(options.used.map(({ name, version }) => `${name} ${version}`))
  const canGo = ({ name, version, usedAt }: KeptTool) =>
    !used.has(`${name} ${version}`) && now - usedAt > recently
  const removed = leastRecentlyUsed(await listTools(folder), maxBytes, canGo)
  for (const { path } of removed) {
    await run(['chmod', '-R', 'u+rwX', '--', path], { timeout })
    await run(['rm', '-rf', '--', path], { timeout })
  }
  return removed
}
