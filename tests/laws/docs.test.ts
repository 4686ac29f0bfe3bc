import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './source-tree.ts'

interface Page {
  /** Path from the root. */
  file: string
  render(): string | Promise<string>
}

/** Pages whose file differs from what the code generates now. */
async function stalePages(pages: Page[], read: (file: string) => Promise<string>) {
  const stale = pages.map(async ({ file, render }) => {
    const [kept, fresh] = await Promise.all([read(file).catch(() => undefined), render()])
    return kept === fresh ? [] : [`${file} is out of step: npm run docs`]
  })
  return (await Promise.all(stale)).flat()
}

test('generated pages: are up to date with the code', async () => {
  const { pieces }: { pieces: Page[] } = await import(join(root, 'docs/generate.ts'))
  assert.deepEqual(await stalePages(pieces, (file) => readFile(join(root, file), 'utf8')), [])
})

test('docs law: detects an outdated or missing page', async () => {
  const pages = ['same.md', 'old.md', 'missing.md'].map((file) => ({ file, render: () => 'now' }))
  const kept: Record<string, string> = { 'same.md': 'now', 'old.md': 'then' }
  const read = async (file: string) => kept[file] ?? assert.fail()
  assert.deepEqual(await stalePages(pages, read), [
    'old.md is out of step: npm run docs',
    'missing.md is out of step: npm run docs',
  ])
})
