import { utimes } from 'node:fs/promises'
import { createNpmToolchains } from '#toolchains/npm/npm-toolchains.ts'
import type { ToolFolder } from './tool-folder.ts'

export interface ToolchainsOptions {
  /** Folder of the tools: `<folder>/<name>/<version>/bin/<name>`. */
  folder: string
  /** URL of the npm registry, requested when a download is needed. */
  registry: () => Promise<string>
}

/** All tools that a recipe may name, by their source. */
export function createToolchains(options: ToolchainsOptions): ToolFolder {
  const npm = createNpmToolchains(options)
  const members = new Map<string, ToolFolder>([
    ['node', npm],
    ['npm', npm],
    ['pnpm', npm],
    ['yarn', npm],
    ['bun', npm],
    ['deno', npm],
  ])
  return async (tool) => {
    const member = members.get(tool.name)
    if (!member) throw new Error(`no toolchain provides ${tool.name}`)
    const place = await member(tool)
    // Last use, for trimming; ignored where the folder is not writable, since it is not trimmed either.
    await utimes(place, new Date(), new Date()).catch(() => {})
    return place
  }
}
