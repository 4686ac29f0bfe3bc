import '#tests/support/home/own-home.ts'
import { fileURLToPath } from 'node:url'
import type { OddPackage } from '#tests/support/projects/odd-projects.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { createToolchains } from '#toolchains/toolchains.ts'
import { openOutsideWorld } from './outside-world.ts'

const program = fileURLToPath(new URL('./odd-registry-main.ts', import.meta.url))
const port = 4873

/** Behaviour of the registry: see `odd-registry-main.ts`. */
export type OddKind = 'good' | 'slow' | 'wrong' | 'broken' | 'down' | `turned${string}`

export interface OddRegistry extends AsyncDisposable {
  address(kind: OddKind): string
  /** Metadata of the first version of some packages, at the good path unless another is given. */
  packages(names: string[], kind?: OddKind): Promise<OddPackage[]>
  /** Replaces a package at such a path, and restores it the next time. */
  turn(kind: `turned${string}`, name: string): Promise<void>
  /** Requested paths in order, with the user agent. */
  asked(): Promise<{ path: string; agent: string }[]>
}

export async function openOddRegistry(): Promise<OddRegistry> {
  const world = await openOutsideWorld({ args: [program], port })
  const root = `http://${world.address.host}:${port}/`
  const get = async (path: string) => (await fetch(`${root}${path}`)).json()
  const describe = async (name: string) => {
    const { versions } = (await get(`good/${name}`)) as { versions: Record<string, OddPackage> }
    const first = versions['1.0.0']
    if (!first) throw new Error(`the registry has no ${name}`)
    return first
  }
  const lyingAt = (kind: OddKind, { dist, ...one }: OddPackage) => ({
    ...one,
    dist: { ...dist, tarball: dist.tarball.replace('/good/', `/${kind}/`) },
  })
  return {
    address: (kind) => `${root}${kind}/`,
    packages: async (names, kind = 'good') =>
      (await Promise.all(names.map(describe))).map((one) => lyingAt(kind, one)),
    async turn(kind, name) {
      await fetch(`${root}turn/${kind}/${name}`)
    },
    asked: async () => (await get('asked')) as { path: string; agent: string }[],
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

const tools = [
  ['node', '22.20.0'],
  ['npm', '10.9.3'],
  ['pnpm', '10.34.9'],
  ['pnpm', '9.15.9'],
  ['yarn', '4.10.3'],
  ['yarn', '1.22.22'],
  ['bun', '1.2.23'],
] as const

/** Fetches tools from the machine's registry before a server needs them, because the odd registry has none. */
export async function fetchToolsAhead(): Promise<void> {
  const registry = npmRegistry({ environment: process.env })
  const tool = createToolchains({ folder: toolchainCache, registry })
  await Promise.all(tools.map(([name, version]) => tool({ name, version })))
}
