import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { createNpmToolchains, type NpmToolchainsOptions } from '#toolchains/npm/npm-toolchains.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { openSmallRegistry, type SmallRegistry } from './small-registry.ts'

/** An empty toolchain folder, and a small registry to fill it from. */
export interface SmallToolchains extends AsyncDisposable {
  registry: SmallRegistry
  folder: string
  /** Opens any number of toolchain stores on the same folder. */
  open(options?: Partial<NpmToolchainsOptions>): ToolFolder
}

export async function openSmallToolchains(): Promise<SmallToolchains> {
  const registry = await openSmallRegistry()
  const folder = await mkdtemp(join(tmpdir(), 'berth-toolchains-'))
  return {
    registry,
    folder,
    open: (options = {}) =>
      createNpmToolchains({
        folder,
        registry: async () => registry.address,
        processor: { arch: 'x64', avx2: true },
        firstWait: 1,
        ...options,
      }),
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]()
      // Only root can remove read-only files.
      await runOrThrow(['chmod', '--recursive', 'u+w', '--', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
