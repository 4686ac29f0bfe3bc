import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchOnce, installTool } from '#toolchains/install-tool.ts'
import { refreshLauncher } from '#toolchains/maven/refresh-launcher.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'

/** Scripts of ours that commands of applications run, with the programs of the system of their sandbox. */
export const scriptNames = [
  'composer-install',
  'front',
  'go-build',
  'java-build',
  'php-server',
  'python-environment',
  'request-flow',
  'ruby-environment',
  'rust-build',
  'start-jar',
  'with-mise',
] as const

const scriptOf = (name: string) => join(import.meta.dirname, `${name}.sh`)

/** Where the script of a tool is, if the tool is one. */
export const scriptPath = (name: string): string | undefined =>
  scriptNames.some((each) => each === name) ? scriptOf(name) : undefined

/** A tool that is a script of this folder. Its version is that of its options: a newer platform replaces the script itself, so that repairs reach releases of before. */
export function createScriptToolchain({ folder }: { folder: string }): ToolFolder {
  const installed = fetchOnce({
    folder,
    title: ({ name }) => `The script ${name}`,
    install: (place) =>
      installTool(place, async (tree) => {
        const { name } = place.tool
        await mkdir(join(tree, 'bin'), { recursive: true })
        await copyFile(scriptOf(name), join(tree, 'bin', name))
        await chmod(join(tree, 'bin', name), 0o755)
      }),
  })
  return async (tool) => {
    const place = await installed(tool)
    await refreshLauncher(place, tool.name, scriptOf(tool.name))
    return place
  }
}
