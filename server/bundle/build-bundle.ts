import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type RolldownOutput, rolldown } from 'rolldown'
import { distOf, fileState } from './fresh-bundle.ts'
import { contentsOf, makeCurrent, recordContents } from './moved-bundle.ts'
import { oneByteText } from './one-byte-text.ts'
import { ownImportMeta } from './own-import-meta.ts'
import { startChunks } from './start-chunks.ts'

/** Packages that every start loads. Others stay where they are, and are loaded when they are needed. */
const bundled =
  /^(@hono\/node-server|@valibot\/to-json-schema|big\.js|hono|ini|ipaddr\.js|js-yaml|kysely|otpauth|semver|smol-toml|tldts|valibot)(\/|$)/

/** A server that is running may still load parts of an older build. */
const maxBuilds = 5

/** What decides, beside our own modules, what is in a bundle. */
const fixedInputs = [
  'package.json',
  'package-lock.json',
  'server/bundle/build-bundle.ts',
  'server/bundle/one-byte-text.ts',
  'server/bundle/own-import-meta.ts',
  'server/bundle/start-chunks.ts',
]

/**
 * Puts the thousand modules of the server into few files, which Node finds and loads in half of the time. Each build has a folder of its
 * own, and becomes the current one when it is complete.
 */
export async function buildBundle(checkout: string): Promise<void> {
  const dist = distOf(checkout)
  const draft = join(dist, `draft-${process.pid}`)
  const begin = Date.now() + 1
  // A file that was written meanwhile may have been read before: the build is stale at once.
  const stateOf = (path: string) => (timeOf(path) > begin ? '' : fileState(path))
  try {
    const { output } = await bundleInto(draft, checkout)
    const folder = `build-${digestOf(output)}`
    const inputs = inputsOf(output, checkout)
    const contents = contentsOf(checkout, inputs)
    const states = Object.fromEntries(inputs.map((path) => [path, stateOf(join(checkout, path))]))
    await rename(draft, join(dist, folder)).catch(unlessBuilt)
    await utimes(join(dist, folder), new Date(), new Date())
    for (const path of inputs) if (states[path] === '') contents[path] = ''
    await recordContents(checkout, folder, contents)
    await makeCurrent(checkout, { folder, inputs: states })
    await removeOldBuilds(dist)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

async function bundleInto(folder: string, checkout: string): Promise<RolldownOutput> {
  const bundle = await rolldown({
    cwd: checkout,
    input: { 'server-main': join(checkout, 'server/server-main.ts') },
    platform: 'node',
    external: (name) => !/^[.#/]/.test(name) && !bundled.test(name),
    plugins: [ownImportMeta(checkout, folder), oneByteText()],
  })
  return bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    codeSplitting: { groups: startChunks(join(checkout, 'server/compose.ts')) },
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
}

function digestOf(output: RolldownOutput['output']): string {
  const hash = createHash('sha256')
  for (const part of output) if (part.type === 'chunk') hash.update(part.fileName).update(part.code)
  return hash.digest('hex').slice(0, 16)
}

/** Our own modules in the output, the versions of packages in it, and what decides how they are bundled. */
function inputsOf(output: RolldownOutput['output'], checkout: string): string[] {
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  const paths = modules
    // Helpers of the bundler itself have an id with a NUL.
    .filter((id) => !id.includes('\0'))
    .map((id) => relative(checkout, id))
    .map((path) => path.replace(/^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\/.*$/, '$1/package.json'))
  return [...new Set([...paths, ...fixedInputs])].sort()
}

async function removeOldBuilds(dist: string): Promise<void> {
  const names = (await readdir(dist)).filter((name) => name.startsWith('build-'))
  const builds = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(dist, name))).mtimeMs })),
  )
  const newestFirst = builds.sort((one, other) => other.time - one.time)
  for (const { name } of newestFirst.slice(maxBuilds))
    await rm(join(dist, name), { recursive: true, force: true })
}

/** The same build is there already. */
function unlessBuilt(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
}
