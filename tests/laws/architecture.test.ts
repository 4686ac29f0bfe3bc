import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { wings } from './import-law.ts'
import { root, sourceTree } from './source-tree.ts'

const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

const files = sourceTree().map(({ path }) => path)

/** Names of the folders in a folder that hold files of the project. */
const foldersIn = (path: string) => {
  const inside = files
    .filter((file) => file.startsWith(path))
    .map((file) => file.slice(path.length))
  const names = inside.filter((file) => file.includes('/')).map((file) => file.split('/')[0])
  return [...new Set(names)].filter((name) => name !== '.ci').sort()
}

/** Names in backticks, paths and files left out. */
const namesIn = (cell: string) => Array.from(cell.matchAll(/`([\w-]+)`/g), ([, name = '']) => name)

/** The cells of each row of the table of families. */
const families = page
  .slice(page.indexOf('| family |'))
  .split('\n\n')[0]
  ?.split('\n')
  .slice(2)
  .map((row) => row.split('|').slice(1, -1))

for (const [name = '', declared = '', members = '', shared = ''] of families ?? []) {
  const family = name.trim()
  test(`architecture: the table names all ${family} and nothing else`, () => {
    const named = [...namesIn(members), ...namesIn(shared)]
    assert.deepEqual(named.sort(), foldersIn(`server/${family}/`))
    const paths = Array.from(declared.matchAll(/`([\w/-]+\.ts)`/g), ([, path = '']) => path)
    assert.deepEqual(
      paths.filter((path) => !existsSync(join(root, 'server', path))),
      [],
    )
  })
}

test('architecture: the table has every family', () => {
  assert.deepEqual(
    families?.map(([name]) => name?.trim()),
    ['runtimes', 'engines', 'routers', 'stores', 'toolchains'],
  )
})

/** The lines of the layout that have this indentation, without their descriptions. */
const layout = (indentation: string) =>
  Array.from(
    (/## The layout\n\n```\n([\s\S]*?)```/.exec(page)?.[1] ?? '').matchAll(
      new RegExp(`^${indentation}((?:[\\w-]+/ *)+)`, 'gm'),
    ),
    ([, names = '']) => names.trim().split(/\/ */).filter(Boolean),
  ).flat()

test('architecture: the layout has every folder of the checkout, the server and its platform', () => {
  assert.deepEqual(layout('').sort(), foldersIn(''))
  assert.deepEqual(layout('  ').sort(), foldersIn('server/'))
  assert.deepEqual(layout('    ').sort(), foldersIn('server/platform/'))
})

test('architecture: the layout names every folder of the kit', () => {
  const kit = /^kit\/[^:]*:((?:(?: |\n +)[\w-]+\/)+)/m.exec(page)?.[1] ?? ''
  assert.deepEqual(Array.from(kit.matchAll(/[\w-]+/g), ([name]) => name).sort(), foldersIn('kit/'))
})

test('architecture: the picture has the wings from the top down', () => {
  const picture = page.slice(page.indexOf('api/ ─'), page.indexOf('─► model'))
  const drawn = Array.from(picture.matchAll(/^.{21}([a-z]+) {2,}/gm), ([, name]) => name)
  assert.deepEqual(drawn, wings.map((wing) => wing.replace('server/platform/', '')).reverse())
})
