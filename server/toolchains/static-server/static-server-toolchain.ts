import { createHash } from 'node:crypto'
import { chmod, constants, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { fetchOnce, hasProgram, installTool } from '#toolchains/install-tool.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { copyPackages, type InstalledPackage, packagesWithDependencies } from './copy-packages.ts'

const program = join(import.meta.dirname, 'program')
const launcher = join(import.meta.dirname, 'static-server.sh')
const toJavaScript = join(import.meta.dirname, 'to-javascript.ts')
const packageNames = ['mime-types', 'send']

/**
 * The platform's own server for files, with the platform's own Node; nothing is downloaded. Its version in recipes is that of its
 * options: a newer platform replaces the program itself, so that repairs reach releases of before.
 */
export function createStaticServerToolchain({ folder }: { folder: string }): ToolFolder {
  let content: Promise<Content> | undefined
  const readOnce = () => {
    content ??= readContent()
    return content
  }
  const isCurrent = async (place: string, tool: Tool) => {
    const { digest } = await readOnce()
    const found = await readFile(join(place, 'digest'), 'utf8').catch(() => undefined)
    return found === digest && (await hasProgram(place, tool))
  }
  return fetchOnce({
    folder,
    title: () => 'The server for static files',
    isComplete: isCurrent,
    install: (place, signal) =>
      installTool({ ...place, isComplete: (path) => isCurrent(path, place.tool) }, async (tree) =>
        writeTree(tree, place.tool, await readOnce(), signal),
      ),
  })
}

interface Content {
  /** Changes with anything that is part of the tool. */
  digest: string
  packages: InstalledPackage[]
}

async function readContent(): Promise<Content> {
  const modules = (await readdir(program)).filter((name) => !name.endsWith('.test.ts')).sort()
  const files = [launcher, toJavaScript, ...modules.map((name) => join(program, name))]
  const packages = await packagesWithDependencies(packageNames)
  const parts = [
    process.version,
    process.arch,
    ...(await Promise.all(files.map((file) => readFile(file, 'utf8')))),
    ...packages.map(({ name, version }) => `${name} ${version}`),
  ]
  return { digest: createHash('sha256').update(JSON.stringify(parts)).digest('hex'), packages }
}

async function writeTree(
  tree: string,
  { name }: Tool,
  { digest, packages }: Content,
  signal: AbortSignal,
): Promise<void> {
  const lib = join(tree, 'lib')
  await mkdir(join(tree, 'bin'), { recursive: true })
  await mkdir(lib)
  await copyFile(launcher, join(tree, 'bin', name))
  await chmod(join(tree, 'bin', name), 0o755)
  await copyFile(process.execPath, join(lib, 'node'), constants.COPYFILE_FICLONE)
  await writeFile(join(lib, 'package.json'), '{ "type": "module" }\n')
  // Done here once, because Node needs memory in each instance to read TypeScript.
  const quiet = '--disable-warning=ExperimentalWarning'
  await runOrThrow([process.execPath, quiet, toJavaScript, program, lib], { signal })
  await copyPackages(packages, join(lib, 'node_modules'))
  await writeFile(join(tree, 'digest'), digest)
}
