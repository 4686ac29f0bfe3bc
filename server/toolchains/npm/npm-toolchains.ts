import { join } from 'node:path'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { type AttemptOptions, NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { fetchOnce, hasProgram, installTool } from '#toolchains/install-tool.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { fetchPackage } from './fetch-package.ts'
import { algorithms, type Hashes, hashFile, keepHashes, keptHashes } from './hashes.ts'
import { type Layout, toolPackages } from './packages.ts'
import type { Fetch, Registry } from './packument.ts'
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

export interface ToolRequest {
  tool: Tool
  layout: Layout
  folder: string
  /** Destination of the tool, which appears there only when complete. */
  place: string
}

/** Installs a tool from its npm packages. */
function fetchTool(
  registry: Registry,
  { tool, layout, folder, place }: ToolRequest,
): Promise<void> {
  const { packageName, native, pinned, arrange } = layout
  const { version } = tool
  const isComplete = (path: string) => isInPlace(path, tool)
  return installTool({ tool, folder, place, isComplete }, async (tree, temporary) => {
    const archive = join(temporary, 'package.tgz')
    const hashes = await fetchPackage(registry, { packageName, version, archive, tree })
    if (native) {
      const aside = { archive: join(temporary, 'native.tgz'), tree: join(tree, 'native') }
      await fetchPackage(registry, { packageName: native, version, ...aside })
    }
    await arrange(tree).catch(unknownLayout)
    const pinnable = pinned ? await hashFile(join(tree, pinned)).catch(unknownLayout) : hashes
    await keepHashes(tree, pinnable)
  })
}

/** Whether the tool is usable: its program exists, and its hashes when it is pinned. */
async function isInPlace(place: string, tool: Tool): Promise<boolean> {
  if (!(await hasProgram(place, tool))) return false
  return tool.hash === undefined || (await keptHashes(place)) !== undefined
}

function unknownLayout(): never {
  throw new NotOfferedError('its package is not laid out as expected')
}
