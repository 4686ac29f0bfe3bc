import { major } from '#kit/text/versions.ts'
import { type Arrange, linkDeclared, placeExecutable, placeNativePnpm } from './link-programs.ts'
import type { Processor } from './processor.ts'

/** How one version of a tool is assembled from npm packages of the same version. */
export interface Layout {
  packageName: string
  /** Package with the executable for this processor, unpacked into the folder `native`. */
  native?: string
  /** The file that an owner's hash refers to; the package's archive when absent. */
  pinned?: string
  arrange: Arrange
}

export interface ToolPackage {
  /** Name in messages. */
  title: string
  /** Packages whose versions are versions of the tool. */
  listedIn: string[]
  layout(version: string): Layout
}

/** The tools from npm packages, by name. */
export function toolPackages({ arch, avx2 }: Processor): ReadonlyMap<string, ToolPackage> {
  const node = `node-linux-${arch}`
  const bun = arch === 'arm64' ? 'linux-aarch64' : `linux-${arch}${avx2 ? '' : '-baseline'}`
  return new Map([
    ['node', always('Node', node, placeExecutable('bin/node', 'node'))],
    ['npm', always('npm', 'npm', linkDeclared)],
    ['pnpm', pnpm(arch)],
    ['yarn', yarn],
    ['bun', always('Bun', `@oven/bun-${bun}`, placeExecutable('bin/bun', 'bun', 'bunx'))],
    ['mise', always('mise', `@jdxcode/mise-linux-${arch}`, placeExecutable('bin/mise', 'mise'))],
    ['deno', always('Deno', `@deno/linux-${arch}-glibc`, placeExecutable('deno', 'deno'))],
  ])
}

const always = (title: string, packageName: string, arrange: Arrange): ToolPackage => ({
  title,
  listedIn: [packageName],
  layout: () => ({ packageName, arrange }),
})

/** A script up to version 11; since then an executable in a separate package for each architecture. */
const pnpm = (arch: string): ToolPackage => ({
  title: 'pnpm',
  listedIn: ['pnpm'],
  layout: (version) =>
    major(version) < 12
      ? { packageName: 'pnpm', arrange: linkDeclared }
      : { packageName: 'pnpm', native: `@pnpm/exe.linux-${arch}`, arrange: placeNativePnpm },
})

const yarn: ToolPackage = {
  title: 'Yarn',
  listedIn: ['yarn', '@yarnpkg/cli-dist'],
  layout(version) {
    if (major(version) < 2) return { packageName: 'yarn', arrange: linkDeclared }
    return {
      // The only release of the second generation under the old name.
      packageName: version === '2.4.3' ? 'yarn' : '@yarnpkg/cli-dist',
      // Corepack downloads this one file, not the package, and pins its hash.
      pinned: 'bin/yarn.js',
      arrange: linkDeclared,
    }
  },
}
