import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statusOfComparison } from './commit-comparison.ts'
import { boundedSummary, cleanLine, subjectOf } from './commit-summary.ts'

const summaryOf = (author: string, message: string) =>
  boundedSummary({ commit: 'a'.repeat(40), author, message, date: 5 })

test('commit summary: what a terminal or a browser would obey is left out', () => {
  const { author, message } = summaryOf(
    'Ada \u001b[31mred\u001b[0m \u202Eadmin\u202C\u0000\u0007',
    '\u001b]0;title\u0007Fix\u009b2J the\tcart\r\n\r\nbody\u2028next\u0085line\u0008\n',
  )
  assert.equal(author, 'Ada red admin')
  assert.equal(message, 'Fix the\tcart\n\nbody\nnext\nline')
  assert.equal(summaryOf('a\nb\tc', '').author, 'a b c')
})

test('commit summary: is bounded, whatever was committed', () => {
  const { author, message } = summaryOf(
    'n'.repeat(1e6),
    `${'\u001b[1m'.repeat(1e5)}${'m'.repeat(1e6)}`,
  )
  assert.equal(author.length, 200)
  assert.ok(message.length <= 2000)
  assert.equal(summaryOf('x', 'm'.repeat(5000)).message.length, 2000)
  // Half of a character of two units is none.
  assert.ok(summaryOf('\u{1F600}'.repeat(200).slice(1), 'x').author.isWellFormed())
  assert.equal(cleanLine(`${'a'.repeat(9)}\u{1F600}`, 10), `${'a'.repeat(9)}\uFFFD`)
})

test('commit summary: the subject is the first line', () => {
  assert.equal(subjectOf('Fix the cart\n\nBecause it was wrong'), 'Fix the cart')
  assert.equal(subjectOf('Fix\rthe cart'), 'Fix')
  assert.equal(subjectOf(`${'s'.repeat(300)}\nbody`), 's'.repeat(200))
  assert.equal(subjectOf(''), '')
})

test('commit comparison: has the words of Git hosts', () => {
  const statusOf = (aheadBy: number, behindBy: number) => statusOfComparison({ aheadBy, behindBy })
  assert.deepEqual(
    [statusOf(0, 0), statusOf(2, 0), statusOf(0, 1), statusOf(1, 1)],
    ['identical', 'ahead', 'behind', 'diverged'],
  )
})
