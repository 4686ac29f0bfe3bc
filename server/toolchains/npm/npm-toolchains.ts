import { join } from 'node:path'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { type AttemptOptions, attempt } from './attempt.ts'
import { fetchTool } from './fetch-tool.ts'
import { toolPackages } from './packages.ts'
import { checkPin, readPin } from './pin.ts'
import { isInPlace } from './place.ts'
import { hasAvx2, type Processor } from './processor.ts'

export interface NpmToolchainsOptions extends AttemptOptions {
  /** Where the tools are kept: `<folder>/<name>/<version>/bin/<name>`. */
  folder: string
  /** What the tools shall run on; this machine's when absent. */
  processor?: Processor
}

/**
 * JavaScript runtimes and package managers at exact versions, from the packages of an npm registry. Needs no network
 * for what it has.
 */
export function createNpmToolchains(options: NpmToolchainsOptions): ToolFolder {
  const { folder, processor = { arch: process.arch, avx2: hasAvx2() } } = options
  const packages = toolPackages(processor)
  const underWay = new Map<string, Promise<void>>()
  return async (tool) => {
    const toolPackage = packages.get(tool.name)
    if (!toolPackage || !/^\d+\.\d+\.\d+$/.test(tool.version)) {
      throw new Error(`the npm toolchains do not provide ${tool.name} ${tool.version}`)
    }
    const thing = `${toolPackage.title} ${tool.version}`
    const pin = readPin(tool, thing)
    const place = join(folder, tool.name, tool.version)
    if (!(await isInPlace(place, tool))) {
      const layout = toolPackage.layout(tool.version)
      const fetching =
        underWay.get(place) ??
        attempt(options, thing, (means) =>
          fetchTool(means, { folder, place, tool, layout }),
        ).finally(() => underWay.delete(place))
      underWay.set(place, fetching)
      await fetching
    }
    if (pin) await checkPin(place, pin, thing)
    return place
  }
}
