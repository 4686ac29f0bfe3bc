import { chmod, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/** How a tool comes out of an npm package. */
export interface ToolPackage {
  /** What people call it, in sentences. */
  title: string
  packageName: string
  /** Makes `bin/<tool>` executable in the unpacked package. */
  arrange(folder: string): Promise<void>
}

/** The tools of this member, by name. `arch` is Node's word for the processor. */
export const toolPackages = (arch: string): ReadonlyMap<string, ToolPackage> =>
  new Map([
    ['node', nodePackage(arch)],
    ['npm', npmPackage],
  ])

export const nodePackage = (arch: string): ToolPackage => ({
  title: 'Node',
  packageName: `node-linux-${arch}`,
  arrange: (folder) => chmod(join(folder, 'bin/node'), 0o755),
})

const npmPackage: ToolPackage = {
  title: 'npm',
  packageName: 'npm',
  async arrange(folder) {
    // The package's own launchers are shell scripts that start Node several times to find a prefix.
    for (const name of ['npm', 'npx']) {
      await chmod(join(folder, `bin/${name}-cli.js`), 0o755)
      await rm(join(folder, `bin/${name}`), { force: true })
      await symlink(`${name}-cli.js`, join(folder, `bin/${name}`))
    }
  },
}
