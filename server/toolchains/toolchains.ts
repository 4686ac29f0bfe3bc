import { utimes } from 'node:fs/promises'
import { createNpmToolchains } from '#toolchains/npm/npm-toolchains.ts'
import type { ToolFolder } from './tool-folder.ts'

export interface ToolchainsOptions {
  /** Where the tools are kept: `<folder>/<name>/<version>/bin/<name>`. */
  folder: string
  /** The address of the npm registry, asked for when something has to be fetched. */
  registry: () => Promise<string>
}

/** Every tool that a recipe may name, by the member of the family that provides it. */
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
    // For whoever has to make room; a folder that is not ours to write is not ours to trim either.
    await utimes(place, new Date(), new Date()).catch(() => {})
    return place
  }
}
