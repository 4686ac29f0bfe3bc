import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CommentFacts, commentMark, commentText } from './comment-text.ts'

const facts: CommentFacts = {
  applicationName: 'shop',
  number: 7,
  status: 'ready',
  commit: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821',
  url: 'https://app-1.example.test',
  problem: '',
  lines: [],
}

test('comment of a pull request: the link and the state', () => {
  const ready = commentText(facts)
  assert.ok(ready.startsWith('**Preview of `shop`**\n\n✅ `ec26c3e` is running: <https://app-1.'))
  assert.match(commentText({ ...facts, status: 'deploying' }), /⏳ `ec26c3e` is being deployed/)
  assert.match(commentText({ ...facts, status: 'creating', commit: null }), /the newest commit is/)
  const waiting = commentText({ ...facts, status: 'awaiting-approval' })
  assert.match(waiting, /`ec26c3e` runs after a member .* has approved it/)
  assert.ok(waiting.includes('`berth preview approve 7 --commit ec26c3e57c`'))
  assert.ok(!waiting.includes('https://'))
  assert.match(commentText({ ...facts, status: 'removed' }), /It was removed\./)
})

test('comment of a pull request: a failure shows the last lines of the log, which cannot leave their block', () => {
  const lines = [
    'npm ERR! @ada see ```',
    '```',
    '<img src=x>',
    '# **Approved** by Berth',
    'x'.repeat(999),
  ]
  const text = commentText({
    ...facts,
    status: 'failed',
    applicationName: '`](https://evil.test) @everyone',
    problem: 'The build failed.\n\n@ada: `berth preview approve`',
    lines,
  })
  const blocks = text.split('\n\n')
  assert.equal(blocks.length, 5)
  assert.equal(blocks[0], '**Preview of `` `](https://evil.test) @everyone ``**')
  assert.equal(blocks[1], '❌ `ec26c3e` could not be deployed.')
  assert.equal(blocks[2], '> `` The build failed.  @ada: `berth preview approve` ``')
  const block = (blocks[3] ?? '').split('\n')
  assert.deepEqual([block[0], block.at(-1), block.length], ['````', '````', lines.length + 2])
  assert.ok(block.every((line) => line.length < 310))
  assert.ok(!commentText({ ...facts, lines }).includes('npm'), 'only where it has failed')
})

test('comment of a pull request: its mark is that of one preview, and shows nothing', () => {
  const mark = commentMark({ previewId: 'preview_1', number: 7 })
  assert.match(mark, /^\[berth-[0-9a-f]{32}\]: #$/)
  assert.equal(commentMark({ previewId: 'preview_1', number: 7 }), mark)
  assert.notEqual(commentMark({ previewId: 'preview_2', number: 7 }), mark)
})
