import { createHash } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Folders } from '#engines/process/folders.ts'
import { folderOf } from '#engines/process/folders.ts'
import type { Trash } from '#engines/process/trash.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { type CompileOptions, compileNpm } from './compile-npm.ts'

/**
 * Node's compile cache of npm, kept for every later start of that npm on that Node: without it npm takes half as long
 * again to start, in each build and each instance.
 */
export interface CompiledTools {
  /** The cache folder for these tools, if it exists already. */
  find(tools: readonly Tool[]): Promise<string | undefined>
  /** Starts to make it in the background, unless that was tried before. */
  provide(tools: readonly Tool[], fetched: CompileOptions['tools']): void
  /** Stops compilations under way. */
  close(): Promise<void>
}

export interface CompiledToolsOptions
  extends Pick<CompileOptions, 'user' | 'etc' | 'system' | 'filter'> {
  folders: Pick<Folders, 'compiled' | 'builds'>
  trash: Trash
  /** Without a sandbox every command sees its tools at a different path, and compiled files are valid for one path. */
  isSandboxed: boolean
  log: (sentence: string) => void
}

const timeout = 120_000

export function openCompiledTools(options: CompiledToolsOptions): CompiledTools {
  const { folders, trash, isSandboxed, log, ...environment } = options
  const closing = new AbortController()
  const tried = new Map<string, Promise<void>>()

  const make = async (name: string, tools: CompileOptions['tools']) => {
    const work = folderOf(folders.builds, `compile-${name}`)
    const place = join(folders.compiled, name)
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeout)])
    try {
      await trash.throwAway(work)
      await compileNpm({ ...environment, tools, work, place, signal })
    } catch (error) {
      if (!closing.signal.aborted) log(`npm could not be compiled: ${(error as Error).message}`)
    } finally {
      await trash.throwAway(work)
    }
  }

  /** Also marks the folder as in use for the sweep. */
  const find = async (name: string) => {
    const place = join(folders.compiled, name)
    const now = new Date()
    return utimes(place, now, now).then(
      () => place,
      () => undefined,
    )
  }

  return {
    async find(tools) {
      return isSandboxed && hasNpm(tools) ? find(nameOf(tools)) : undefined
    },
    provide(tools, fetched) {
      const name = nameOf(tools)
      if (!isSandboxed || !hasNpm(tools) || tried.has(name)) return
      tried.set(
        name,
        find(name).then((place) => (place ? undefined : make(name, fetched))),
      )
    },
    async close() {
      closing.abort(new Error('the engine is closed'))
      await Promise.allSettled(tried.values())
    },
  }
}

const hasNpm = (tools: readonly Tool[]) => tools.some(({ name }) => name === 'npm')

/** Only npm is compiled, and by Node: whatever else an application uses, the folder is the same. */
function nameOf(tools: readonly Tool[]): string {
  const words = tools
    .filter(({ name }) => name === 'node' || name === 'npm')
    .map(({ name, version }) => `${name} ${version}`)
    .sort()
  return createHash('sha256').update(words.join('\n')).digest('hex')
}
