import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settingList } from '#settings/setting-list.ts'
import { figuresOf, flatten, valuesInCode } from './figures/figure.ts'
import { figureProblems, type PageFigures } from './figures/figure-law.ts'
import { guideFigures } from './figures/guides.ts'
import { operatingFigures } from './figures/operating.ts'
import { otherFigures } from './figures/others.ts'
import { runtimeFigures } from './figures/runtimes.ts'
import { sandboxFigures } from './figures/sandboxes.ts'
import { securityFigures } from './figures/security.ts'
import { root } from './source-tree.ts'

/** Generated, dated records, or counts of what tests have tried, which name their tests. */
const exempt = /^docs\/(reference|decisions|measurements)\/|^docs\/security\/attacks\.md$/

const tables: Readonly<Record<string, PageFigures>> = {
  ...guideFigures,
  ...operatingFigures,
  ...otherFigures,
  ...runtimeFigures,
  ...sandboxFigures,
  ...securityFigures,
}

const pages = [
  ...['README.md', 'CONTRIBUTING.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
].filter((page) => !exempt.test(page))

const read = (file: string): string | undefined => {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
const defaults = new Map(
  Object.values(settingList).map(({ variable, fallback }) => [variable, fallback ?? '']),
)

test('documentation: every figure is what the code says, or says where it is from', () => {
  const problems = pages.flatMap((page) =>
    figureProblems(page, read(page) ?? '', tables[page] ?? {}, { read, defaults }),
  )
  assert.deepEqual(problems, [], 'add a line to the table of the page in tests/laws/figures/')
})

test('documentation: tables of figures are about pages that are there', () => {
  assert.deepEqual(
    Object.keys(tables).filter((page) => !pages.includes(page)),
    [],
  )
})

test('figure law: finds numbers and words with a unit, in milliseconds and bytes too', () => {
  const text =
    'At most 2,000 lines, ten seconds or 64 kB; HTTP/2 and `30 s` in code.\n```\n5 s\n```\n'
  const found = figuresOf(flatten(text))
  assert.deepEqual(
    found.map((figure) => figure.text),
    ['2,000 lines', 'ten seconds', '64 kB'],
  )
  assert.deepEqual(
    figuresOf('At most 7, at most 100, 64 in all.').map((figure) => figure.text),
    ['100', '64'],
  )
  assert.ok(found[1]?.values.includes(10_000))
  assert.ok(found[2]?.values.includes(65_536))
  assert.deepEqual(valuesInCode('const a = 2 * 60_000'), [120_000])
  assert.ok(valuesInCode("fallback: '90s'").includes(90_000))
  assert.deepEqual(valuesInCode('3 * day, 4 * 1024 ** 2'), [3 * 86_400_000, 4 * 1024 ** 2])
})

test('figure law: reports a loose figure, a wrong one, an entry that is gone and a wrong default', () => {
  const sources = {
    read: (file: string) => (file === 'a.ts' ? 'const maxFiles = 50' : undefined),
    defaults: new Map([['BERTH_X', '500']]),
  }
  const problems = (text: string, entries: PageFigures) =>
    figureProblems('p.md', text, entries, sources)
  assert.deepEqual(
    problems('At most 50 files.', { claims: [['most 50 files', 'a.ts', 'maxFiles = 50']] }),
    [],
  )
  assert.match(problems('At most 50 files.', {})[0] ?? '', /nothing holds '50 files' true/)
  const wrong = problems('At most 60 files.', {
    claims: [['most 60 files', 'a.ts', 'maxFiles = 50']],
  })
  assert.match(wrong[0] ?? '', /'60 files' in 'most 60 files' is not what a\.ts says/)
  const changed = problems('At most 50 files.', {
    claims: [['most 50 files', 'a.ts', 'maxFiles = 40']],
  })
  assert.match(changed[0] ?? '', /does not have 'maxFiles = 40' any more/)
  assert.match(
    problems('None.', { given: [['1 day', 'x']] })[0] ?? '',
    /does not say '1 day' any more/,
  )
  assert.deepEqual(problems('`BERTH_X` (500 files)', {}), [])
  assert.deepEqual(problems('500 (`BERTH_X`)', {}), [])
  assert.match(problems('`BERTH_X` (400)', {})[0] ?? '', /is not what the settings have/)
  assert.deepEqual(problems('| `BERTH_X` | 500 files | what |', {}), [])
})
