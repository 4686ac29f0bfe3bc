import { Failure } from '#platform/deployments/failure.ts'
import type { Tool } from '#platform/deployments/recipe/recipe.ts'
import type { AttemptOptions } from '#toolchains/fetch-attempt.ts'
import { fetchOnce } from '#toolchains/fetch-once.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { fetchTool, isInPlace } from './fetch-tool.ts'
import { algorithms, type Hashes, keptHashes } from './hashes.ts'
import { toolPackages } from './packages.ts'
import type { Fetch } from './packument.ts'
import { hasAvx2, type Processor } from './processor.ts'

export interface NpmToolchainsOptions extends AttemptOptions {
  /** Folder of the tools: `<folder>/<name>/<version>/bin/<name>`. */
  folder: string
  /** URL of the registry, ending with `/`. */
  registry: () => Promise<string>
  fetch?: Fetch
  /** Target processor of the tools; this machine's when absent. */
  processor?: Processor
}

/**
 * JavaScript runtimes and package managers at exact versions, from packages of an npm registry. Needs no network for
 * existing ones.
 */
export function createNpmToolchains(options: NpmToolchainsOptions): ToolFolder {
  const {
    folder,
    registry,
    fetch = globalThis.fetch,
    processor = { arch: process.arch, avx2: hasAvx2() },
  } = options
  const packages = toolPackages(processor)
  const packageOf = ({ name, version }: Tool) => {
    const toolPackage = packages.get(name)
    if (toolPackage && /^\d+\.\d+\.\d+$/.test(version)) return toolPackage
    throw new Error(`the npm toolchains do not provide ${name} ${version}`)
  }
  const title = (tool: Tool) => `${packageOf(tool).title} ${tool.version}`
  const fetched = fetchOnce({
    ...options,
    title,
    isComplete: isInPlace,
    install: async ({ tool, place }, signal) =>
      fetchTool(
        { registry: await registry(), fetch, signal },
        { folder, place, tool, layout: packageOf(tool).layout(tool.version) },
      ),
  })
  return async (tool) => {
    const pin = readPin(tool, title(tool))
    const place = await fetched(tool)
    if (pin) await checkPin(place, pin, title(tool))
    return place
  }
}

/** A hash that an owner has pinned a tool to. */
interface Pin {
  algorithm: keyof Hashes
  digits: string
}

const form = new RegExp(`^(${algorithms.join('|')})\\.([0-9a-f]{40,128})$`, 'i')

/** Parses the pinned hash of a tool, if any; `thing` is the tool and version for messages. */
function readPin({ hash }: Tool, thing: string): Pin | undefined {
  if (hash === undefined) return undefined
  const [, algorithm, digits] = form.exec(hash)?.map((part) => part.toLowerCase()) ?? []
  if (algorithm && digits) return { algorithm: algorithm as keyof Hashes, digits }
  throw new Failure('build', `The pinned hash of ${thing} cannot be read.`, [
    'It begins with sha512., sha256., sha224. or sha1. and goes on with hexadecimal digits.',
  ])
}

/** Throws unless the tool in this folder matches the pinned hash. */
async function checkPin(folder: string, pin: Pin, thing: string): Promise<void> {
  const found = (await keptHashes(folder))?.[pin.algorithm]
  if (found === pin.digits) return
  throw new Failure('build', `The pinned hash of ${thing} does not match what the registry has.`, [
    `Pinned: ${pin.algorithm}.${pin.digits}`,
    `Found:  ${pin.algorithm}.${found}`,
    'Correct the hash, or remove it to take what the registry publishes.',
  ])
}
