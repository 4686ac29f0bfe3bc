import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { buildConsole } from '#console/build/build-console.ts'
import { isBuilt } from '#console/build/is-built.ts'
import { root } from '#tests/laws/source-tree.ts'

interface BuiltFile {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
}

const dist = join(root, 'console/dist')
let manifest: Record<string, BuiltFile>

before(async () => {
  if (!(await isBuilt())) await buildConsole()
  manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
})

/** A file and everything that it imports statically. */
function closure(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const next of manifest[name]?.imports ?? []) closure(next, seen)
  return seen
}

const compressed = (names: Iterable<string>) =>
  Array.from(names, (name) => sizeOf(manifest[name]?.file ?? '')).reduce(
    (sum, size) => sum + size,
    0,
  )

function sizeOf(file: string): number {
  const made = statSync(join(dist, `${file}.br`), { throwIfNoEntry: false })
  return made?.size ?? brotliCompressSync(readFileSync(join(dist, file))).length
}

const entry = () => Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? ''
const pages = () => Object.keys(manifest).filter((name) => /^pages\/.*\.tsx$/.test(name))
/** What the shell loads by itself once the first view is drawn. */
const loadedSoon = () =>
  Object.keys(manifest).filter((name) =>
    /^(shell\/(owner-list|commands\/command-palette)|components\/overlays\/(menu|dialog))\.tsx$/.test(
      name,
    ),
  )

test('sizes of scripts: the first view has at most 150 KB, compressed', (t) => {
  const first = new Set([
    ...closure(entry()),
    ...['home/home', 'organisation/layout', 'organisation/overview'].flatMap((page) => [
      ...closure(`pages/${page}.tsx`),
    ]),
  ])
  const size = compressed(first)
  t.diagnostic(`first view: ${size} bytes`)
  assert.ok(size > 50_000, 'the manifest was read')
  assert.ok(size <= 150_000, `${size} bytes`)
})

test('sizes of scripts: each further page has at most 40 KB of its own, compressed', (t) => {
  const known = new Set([entry(), ...loadedSoon()].flatMap((name) => [...closure(name)]))
  for (const page of pages()) {
    const own = [...closure(page)].filter((name) => !known.has(name))
    const size = compressed(own)
    t.diagnostic(`${page}: ${size} bytes`)
    assert.ok(size <= 40_000, `${page}: ${size} bytes`)
  }
})
