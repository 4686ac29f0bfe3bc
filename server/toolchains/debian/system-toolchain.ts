import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import { type AttemptOptions, NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { fetchOnce, installTool } from '#toolchains/install-tool.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import type { DebianMirrors } from './debian-mirrors.ts'
import { installSystem } from './install-system.ts'
import { systemPackages } from './systems.ts'

export interface SystemToolchainOptions extends AttemptOptions {
  folder: string
  /** Replaces the mirrors of Debian of this machine. */
  mirrors?: DebianMirrors
}

/** Tools that are a Debian system: their folder is its root, and `bin/<name>` is in it as everywhere. */
export function createSystemToolchain(options: SystemToolchainOptions): ToolFolder {
  return fetchOnce({
    timeout: 900_000,
    ...options,
    title: ({ name, version }) => `The Debian system with ${name} ${version}`,
    install: (place, signal) =>
      installTool(place, async (tree, temporary) => {
        const { name, version } = place.tool
        const suite = shippedCatalogue.tools[name]?.suites?.[version]
        const packages = suite && systemPackages(name, suite)
        if (!suite || !packages) throw new NotOfferedError('no such version is offered')
        await installSystem(tree, { suite, packages, temporary, mirrors: options.mirrors, signal })
      }),
  })
}
