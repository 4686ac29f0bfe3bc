import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FolderLockedError, type Hold, lockFolder } from '#kit/concurrency/folder-lock.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { maxSatisfying } from '#kit/text/versions.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import { toolVersions } from '#toolchains/catalogue/catalogue.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import { newestOfLine } from '#toolchains/java/java-versions.ts'
import { ivyTool, toolsJava } from '#toolchains/maven/maven-address.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { createToolchains } from '#toolchains/toolchains.ts'
import { toolchainCache } from './toolchain-cache.ts'

/** A new machine downloads 200 MB. */
const timeout = 400_000

/**
 * Fetches tools that are no packages of npm, so that no deployment has to wait for them. Files of tests that run at the same time wait for
 * each other instead of fetching the same tool twice.
 */
export async function provideTools(...wanted: Tool[]): Promise<ToolFolder> {
  const registry = () => Promise.reject(new Error('no npm here'))
  const tool = createToolchains({ folder: toolchainCache, registry })
  const provide = ({ name, version }: Tool) =>
    withLock(`${name}-${version}`, () => tool({ name, version }))
  // Tools from Maven repositories need both of them.
  if (!wanted.every((tool) => isSystemTool(tool) || isCompiler(tool))) {
    await provide(toolsJava)
    await provide(ivyTool)
  }
  await Promise.all(wanted.map(exact).map(provide))
  return tool
}

/** Languages whose compilers come from servers of their own, and programs in Go. */
const isCompiler = ({ name }: Tool) =>
  ['go', 'rust'].includes(shippedCatalogue.tools[name]?.source ?? '')

/** A deployment takes the newest of a line, and not just any. */
const exact = ({ name, version }: Tool): Tool => {
  if (isCompiler({ name, version })) {
    const releases = toolVersions(shippedCatalogue, name, process.arch)
    return { name, version: maxSatisfying(releases, version) ?? version }
  }
  const newest = newestOfLine(toolVersions(shippedCatalogue, 'java', process.arch), version)
  return { name, version: name === 'java' && newest ? newest : version }
}

/** Runs the work while no other process runs work of this name. */
export async function withLock(name: string, work: () => Promise<unknown>): Promise<void> {
  const folder = join(toolchainCache, '.locks', name)
  await mkdir(folder, { recursive: true })
  const lock = await until(() => tryLock(folder), { timeout, every: 200, what: name })
  try {
    await work()
  } finally {
    await lock.release()
  }
}

const tryLock = (folder: string): Promise<Hold | undefined> =>
  lockFolder(folder).catch((error: unknown) => {
    if (error instanceof FolderLockedError) return undefined
    throw error
  })
