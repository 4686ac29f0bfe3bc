import { join } from 'node:path'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { type AttemptOptions, attempt } from './attempt.ts'
import { isExecutable } from './executable.ts'
import { fetchTool } from './fetch-tool.ts'
import { toolPackages } from './packages.ts'

export interface NpmToolchainsOptions extends AttemptOptions {
  /** Where the tools are kept: `<folder>/<name>/<version>/bin/<name>`. */
  folder: string
  /** Node's word for the processor. */
  arch?: string
}

/** Node and npm at exact versions, from the packages of an npm registry. Needs no network for what it has. */
export function createNpmToolchains(options: NpmToolchainsOptions): ToolFolder {
  const { folder, arch = process.arch } = options
  const packages = toolPackages(arch)
  const underWay = new Map<string, Promise<void>>()
  return async (tool) => {
    const toolPackage = packages.get(tool.name)
    if (!toolPackage || !/^\d+\.\d+\.\d+$/.test(tool.version)) {
      throw new Error(`the npm toolchains do not provide ${tool.name} ${tool.version}`)
    }
    const place = join(folder, tool.name, tool.version)
    if (await isExecutable(join(place, 'bin', tool.name))) return place
    const fetching =
      underWay.get(place) ??
      attempt(options, `${toolPackage.title} ${tool.version}`, (means) =>
        fetchTool(means, { folder, place, tool, toolPackage }),
      ).finally(() => underWay.delete(place))
    underWay.set(place, fetching)
    await fetching
    return place
  }
}
