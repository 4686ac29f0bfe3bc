import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './source-tree.ts'

const pages = ['docs/guides/troubleshooting.md', 'docs/operating/messages.md']
const folders = ['server', 'cli', 'providers', 'kit']

/** The sources that people's messages come from. */
const sources = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (name) => name.endsWith('.ts') && !name.includes('.test.') && !name.includes('.contract.'),
      )
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  .join('\n')
  .replaceAll('\\`', '`')
  .replaceAll("\\'", "'")

/** Messages of the first columns, cut where something differs. */
const messagesIn = (page: string): string[][] =>
  Array.from(page.matchAll(/^\| `((?:[^`\\]|\\`)+)`/gm), ([, message = '']) =>
    message
      .replaceAll('\\`', '`')
      .split('…')
      .map((part) => part.trim())
      .filter((part) => /\w{3}/.test(part)),
  )

for (const file of pages)
  test(`${file}: every message is one that the code has`, () => {
    const messages = messagesIn(readFileSync(join(root, file), 'utf8'))
    assert.ok(messages.length > 5)
    const unknown = messages.filter((parts) => !parts.every((part) => sources.includes(part)))
    assert.deepEqual(unknown, [])
  })

test('pages about messages: a message is cut where something differs', () => {
  assert.deepEqual(
    messagesIn('| `It took … of …: try` | x |\n| text | y |\n| `a \\`b\\` code` | z |'),
    [['It took', ': try'], ['a `b` code']],
  )
})
