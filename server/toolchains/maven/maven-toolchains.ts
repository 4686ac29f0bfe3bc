import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { allSettled } from '#kit/concurrency/all-settled.ts'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { Tool } from '#platform/deployments/recipe/recipe.ts'
import { type AttemptOptions, NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { fetchOnce } from '#toolchains/fetch-once.ts'
import { installTool } from '#toolchains/install-tool.ts'
import { unpackDebianPackages } from '#toolchains/java/debian-packages.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { askIvyForCentral, downloadMavenFile, type MavenFile } from './maven-repository.ts'

/** A file of a tool: copied to a path of its folder, or unpacked into one. */
export type ToolFile = MavenFile & ({ to: string } | { unpack: string })

/** A tool that is made of files of a Maven repository and a launcher of ours. */
export interface MavenTool {
  title: string
  /** A shell script that becomes `bin/<name>`. */
  launcher: string
  files(version: string): readonly ToolFile[] | undefined
}

export interface MavenToolchainsOptions extends AttemptOptions {
  folder: string
  /** The operator's Maven repository; Maven Central when absent. */
  repository?: string | undefined
  /** JDKs, for their programs. */
  java: ToolFolder
  tools: Readonly<Record<string, MavenTool>>
  fetch?: typeof globalThis.fetch
}

const toolsJava: Tool = { name: 'java', version: '17' }
const ivySuite = 'bookworm'
const atOnce = 8

/** Tools from Maven repositories, each file checked against a known SHA-256. */
export function createMavenToolchains(options: MavenToolchainsOptions): ToolFolder {
  const { folder, java, tools, fetch = globalThis.fetch } = options
  const ivy = createIvyToolchain(options)
  const address = async () =>
    options.repository ?? askIvyForCentral(await ivy(ivyTool), await java(toolsJava))
  return fetchOnce({
    timeout: 600_000,
    ...options,
    folder,
    title: ({ name, version }) => `${tools[name]?.title ?? name} ${version}`,
    install: (place, signal) =>
      installTool(place, async (tree, temporary) => {
        const { name, version } = place.tool
        const tool = tools[name]
        const files = tool?.files(version)
        if (!tool || !files) throw new NotOfferedError('no such version is known')
        const repository = { address: await address(), fetch, signal }
        const jar = join(await java(toolsJava), 'bin/jar')
        const pass = limitConcurrency({
          atOnce,
          waiting: files.length,
          full: () => new Error('full'),
        })
        await mkdir(join(tree, 'bin'), { recursive: true })
        await allSettled(
          files.map((file) =>
            pass(async () => {
              if ('to' in file) return downloadMavenFile(repository, file, join(tree, file.to))
              const archive = join(temporary, `${file.sha256}.zip`)
              await downloadMavenFile(repository, file, archive)
              const cwd = join(tree, file.unpack)
              await mkdir(cwd, { recursive: true })
              await runOrThrow([jar, '--extract', '--file', archive], { cwd, signal })
            }),
          ),
        )
        await copyFile(tool.launcher, join(tree, 'bin', name))
        await chmod(join(tree, 'bin', name), 0o755)
      }),
  })
}

const ivyTool: Tool = { name: 'ivy', version: '2' }

/** Apache Ivy from Debian's packages: Play 1 resolves dependencies with it, and it knows where Maven Central is. */
function createIvyToolchain({ folder }: MavenToolchainsOptions): ToolFolder {
  return fetchOnce({
    folder,
    title: () => 'Apache Ivy',
    install: (place, signal) =>
      installTool(place, async (tree, temporary) => {
        const root = join(temporary, 'root')
        await unpackDebianPackages({ suite: ivySuite, names: ['ivy'], temporary, root, signal })
        const jar = join(root, 'usr/share/java/ivy.jar')
        const program = join(tree, 'bin/ivy')
        await mkdir(dirname(program), { recursive: true })
        await copyFile(jar, join(tree, 'ivy.jar'))
        await copyFile(join(import.meta.dirname, 'ivy.sh'), program)
        await chmod(program, 0o755)
      }),
  })
}
