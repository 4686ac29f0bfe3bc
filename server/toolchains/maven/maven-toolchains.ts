import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { allSettled } from '#kit/concurrency/all-settled.ts'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { ToolEntry, ToolFile } from '#toolchains/catalogue/catalogue.ts'
import { unpackDebianPackages } from '#toolchains/debian/debian-packages.ts'
import { type AttemptOptions, NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { fetchOnce, hasProgram, installTool } from '#toolchains/install-tool.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { toolsJava } from './maven-address.ts'
import { filesOfRelease } from './maven-releases.ts'
import { downloadMavenFile } from './maven-repository.ts'
import { refreshLauncher } from './refresh-launcher.ts'

/** A tool that is made of files of a Maven repository and a launcher of ours. */
export interface MavenTool {
  title: string
  /** A shell script that becomes `bin/<name>`. */
  launcher: string
  /** Further shell scripts of `bin`, by name. */
  scripts?: Readonly<Record<string, string>>
  files(version: string): readonly ToolFile[] | undefined
  /** What the catalogue knows of it, for a version that is newer; absent where nothing follows from it. */
  entry?: ToolEntry
}

export interface MavenToolchainsOptions extends AttemptOptions {
  folder: string
  /** Address of the repository, requested when a download is needed. */
  address: () => Promise<string>
  /** JDKs, for their programs. */
  java: ToolFolder
  tools: Readonly<Record<string, MavenTool>>
  fetch?: typeof globalThis.fetch
}

const remedy =
  'The operator can name a Maven repository that this machine reaches in BERTH_MAVEN_REPOSITORY.'
const ivySuite = 'bookworm'
const maxConcurrent = 8

/** Tools from Maven repositories, each file checked against a known hash: that of the catalogue, or, for a newer version, the one that is beside the file. */
export function createMavenToolchains(options: MavenToolchainsOptions): ToolFolder {
  const { folder, java, tools, address, fetch = globalThis.fetch } = options
  const isComplete = async (place: string, { name, version }: Tool) => {
    const programs = Object.keys(programsOf(name, tools[name]))
    const there = await Promise.all(
      programs.map((program) => hasProgram(place, { name: program, version })),
    )
    return there.every(Boolean)
  }
  const installed = fetchOnce({
    timeout: 600_000,
    remedy,
    ...options,
    folder,
    title: ({ name, version }) => `${tools[name]?.title ?? name} ${version}`,
    isComplete,
    install: (place, signal) =>
      installTool(
        { ...place, isComplete: (path) => isComplete(path, place.tool) },
        async (tree, temporary) => {
          const { name, version } = place.tool
          const tool = tools[name]
          if (!tool) throw new NotOfferedError('no such version is known')
          const repository = { address: await address(), fetch, signal }
          const files =
            tool.files(version) ??
            (tool.entry && (await filesOfRelease(tool.entry, version, repository)))
          if (!files) throw new NotOfferedError('no such version is known')
          const jar = join(await java(toolsJava), 'bin/jar')
          const pass = limitConcurrency({ maxConcurrent })
          await mkdir(join(tree, 'bin'), { recursive: true })
          await allSettled(
            files.map((file, at) =>
              pass(async () => {
                if ('to' in file) return downloadMavenFile(repository, file, join(tree, file.to))
                const archive = join(temporary, `${at}.zip`)
                await downloadMavenFile(repository, file, archive)
                const cwd = join(tree, file.unpack)
                await mkdir(cwd, { recursive: true })
                const extract = [jar, '--extract', '--file', archive] as const
                await runOrThrow([...extract, ...(file.only ?? [])], { cwd, signal })
              }),
            ),
          )
          for (const [program, script] of Object.entries(programsOf(name, tool))) {
            await copyFile(script, join(tree, 'bin', program))
            await chmod(join(tree, 'bin', program), 0o755)
          }
        },
      ),
  })
  return async (tool) => {
    const place = await installed(tool)
    for (const [program, script] of Object.entries(programsOf(tool.name, tools[tool.name]))) {
      await refreshLauncher(place, program, script)
    }
    return place
  }
}

/** Scripts of a tool's `bin` by name. */
export const programsOf = (name: string, tool?: MavenTool): Record<string, string> => ({
  ...tool?.scripts,
  [name]: tool?.launcher ?? '',
})

/** Apache Ivy from Debian's packages: Play 1 resolves dependencies with it, and it knows where Maven Central is. */
export function createIvyToolchain(folder: string): ToolFolder {
  return fetchOnce({
    folder,
    remedy,
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
