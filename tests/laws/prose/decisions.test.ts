import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '#tests/laws/source-tree.ts'
import { type DecisionRecord, decisionBreaches } from './decision-law.ts'

interface DecisionList {
  readDecisions(): DecisionRecord[]
  parseDecision(file: string, text: string): DecisionRecord
}

const { parseDecision, readDecisions }: DecisionList = await import(
  join(root, 'docs/decision-list.ts')
)

const read = (file: string) => readFileSync(join(root, 'docs/decisions', file), 'utf8')

test('decisions: each record has its number, a status, and the records that it names', () => {
  assert.deepEqual(decisionBreaches(readDecisions()), [])
})

test('decisions: the list has every record and nothing else, with its title and status', () => {
  const rows = read('README.md')
    .split('\n')
    .filter((line) => /^\| \[\d{4}\]/.test(line))
  const listed = rows.map((row) => row.split(' | ').slice(0, 3).join(' | '))
  const files = readdirSync(join(root, 'docs/decisions')).filter((file) => file !== 'README.md')
  const kept = files.sort().map((file) => {
    const [title = '', , status = ''] = read(file).split('\n')
    const [number = '', ...words] = title.slice('# '.length).split('. ')
    const name = number.padStart(4, '0')
    return `| [${name}](${file}) | ${words.join('. ')} | ${status.slice('Status: '.length)}`
  })
  assert.deepEqual(listed, kept)
})

test('decision law: sees a wrong number, an unknown status, and links that lead elsewhere', () => {
  const record = (file: string, title: string, status: string) =>
    parseDecision(file, `# ${title}\n\nStatus: ${status}\n\n> Why.\n\nText.\n`)
  const records = [
    record('0001-a.md', '1. A', 'superseded by [0002](0002-b.md)'),
    record('0002-b.md', '2. B', 'accepted, replaces [0001](0001-a.md)'),
    record('0003-c.md', '4. C', 'accepted'),
    record('0005-d.md', '5. D', 'perhaps'),
    record('0006-e.md', '6. E', 'amended by [0002](0003-c.md), [0009](0009-x.md)'),
    record('0007-f.md', '7. F', 'superseded by [0003](0003-c.md)'),
  ]
  assert.deepEqual(decisionBreaches(records), [
    '0003-c.md is titled 0004',
    '0005-d.md has the status "perhaps"',
    '0006-e.md names 0002 and links 0003-c.md',
    '0006-e.md names 0009 and links 0009-x.md',
    '0003-c.md does not say that it replaces 0007-f.md',
  ])
  assert.throws(() => parseDecision('0008-g.md', '# 8. G\n\nText.\n'), /0008-g\.md/)
})
