import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { datedBuild } from '#kit/build-identity/dated-build.ts'
import type { TarEntry } from '#kit/files/tar.ts'
import { plainJavascript } from './plain-javascript.ts'

const programs = ['cli/main.ts', 'cli/git-credential-main.ts']

/** Source folders of the tool; a `#` import of anything else is an error. */
const folders = ['cli', 'client', 'kit', 'protocol']

/** Files of the package: the two programs and all their imports, as JavaScript, including npm packages. */
export async function packageFiles(root: string): Promise<TarEntry[]> {
  const modules = new Map<string, string>()
  const names = new Set<string>()
  const waiting = [...programs]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (modules.has(path)) continue
    const { code, imports, packages } = plainJavascript(await readFile(join(root, path), 'utf8'))
    modules.set(path, code)
    for (const name of packages) names.add(name)
    for (const name of imports) waiting.push(resolveImport(path, name))
  }
  const packages = await Promise.all([...names].sort().map((name) => packageModule(root, name)))
  const { version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const text = (path: string, content: string, isExecutable = false): TarEntry => ({
    path: `package/${path}`,
    content: Buffer.from(content),
    isExecutable,
  })
  return [
    text('package.json', `${JSON.stringify(manifest(version, license), null, 2)}\n`),
    text('release.json', `${JSON.stringify(await datedBuild(root))}\n`),
    text('LICENSE', await readFile(join(root, 'LICENSE'), 'utf8')),
    text('bin/berth.js', launcher, true),
    ...[...modules]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([path, code]) => text(path.replace(/\.ts$/, '.js'), code)),
    ...packages.flat().map(([path, content]) => text(path, content)),
  ]
}

function resolveImport(from: string, name: string): string {
  const path = name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(from), name)
  if (folders.some((folder) => path.startsWith(`${folder}/`))) return path
  throw new Error(`${from} imports ${name}, which is not part of the command-line tool`)
}

const manifest = (version: string, license: string) => ({
  name: 'berth-cli',
  version,
  description: 'The command-line tool of a Berth platform',
  license,
  type: 'module',
  engines: { node: '>=20' },
  bin: { berth: 'bin/berth.js' },
  imports: Object.fromEntries(
    [...folders, 'packages'].map((folder) => [`#${folder}/*`, `./${folder}/*`]),
  ),
})

/** Like `bin/berth` of the checkout: Git also calls its credential helper for store and erase, which do nothing. */
const launcher = `#!/usr/bin/env node
const isHelper = process.argv[2] === 'git-credential'
if (isHelper) process.argv.splice(2, 1)
const program = isHelper ? 'git-credential-main' : 'main'
if (!isHelper || process.argv.at(-1) === 'get')
  await import(new URL('../cli/' + program + '.js', import.meta.url).href)
`

/**
 * An npm package bundled with the tool, so that its installation needs no registry: its one module and its licence, or all
 * of its files in a folder of their own.
 */
async function packageModule(
  root: string,
  name: string,
): Promise<(readonly [path: string, content: string])[]> {
  const folder = join(root, 'node_modules', name)
  const read = (path: string) => readFile(join(folder, path), 'utf8')
  const description = await read('package.json')
  const entry: unknown = JSON.parse(description).exports?.['.']?.import
  if (typeof entry === 'string') {
    const files = [entry, ...(await moduleFiles(folder))].map((path) => posix.normalize(path))
    const texts = files.map(async (path) => [`packages/${name}/${path}`, await read(path)] as const)
    return [
      [`packages/${name}.js`, `export * from './${posix.join(name, entry)}'\n`],
      // Says that these modules are CommonJS.
      [`packages/${name}/package.json`, description],
      [`packages/${name}/LICENSE`, await read('LICENSE')],
      ...(await Promise.all(texts)),
    ]
  }
  const module = (entry as { default?: unknown } | undefined)?.default
  if (typeof module !== 'string') throw new Error(`${name} has no single module to take along`)
  return [
    [`packages/${name}.js`, await read(module)],
    [`packages/${name}.LICENSE.md`, await read('LICENSE.md')],
  ]
}

async function moduleFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'lib'))
  return names.sort().map((name) => `lib/${name}`)
}
