import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogue } from './catalogue.ts'
import { chooseBenches, helpText } from './choose.ts'

const folder = join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')

test('bench catalogue: it has every file that is a benchmark, under its own name', () => {
  const isBench = (file: string) => /^} satisfies Bench$/m.test(textOf(file))
  const files = globSync('**/*.ts', { cwd: folder }).filter(isBench)
  assert.deepEqual(catalogue.map(({ file }) => file).sort(), files.sort())
  for (const { name, file } of catalogue) assert.ok(textOf(file).includes(`  name: '${name}',`))
})

test('bench catalogue: the quick ones are those with a quick run', () => {
  const hasQuickRun = ({ file }: { file: string }) =>
    /^ {2}(async )?runQuickly[(:]/m.test(textOf(file))
  const quick = catalogue.filter(({ isQuick }) => isQuick)
  assert.deepEqual(quick, catalogue.filter(hasQuickRun))
})

test('bench choice: names choose in the order of execution, and none chooses all', () => {
  const namesOf = (chosen: ReturnType<typeof chooseBenches>) =>
    'problem' in chosen ? chosen : chosen.map(({ name }) => name)
  assert.deepEqual(namesOf(chooseBenches(['router', 'push'], false)), ['push', 'router'])
  assert.deepEqual(chooseBenches([], false), catalogue)
  assert.deepEqual(namesOf(chooseBenches([], true)), ['push', 'idle', 'api', 'router'])
  assert.match(JSON.stringify(chooseBenches(['rooter'], false)), /no benchmark rooter: there are/)
  assert.match(JSON.stringify(chooseBenches(['room'], true)), /no quick benchmark room: there are/)
})

test('bench help: it has a line with the duration of each benchmark', () => {
  const lines = helpText().split('\n')
  for (const { name, minutes, summary } of catalogue) {
    const isLine = (line: string) =>
      line.startsWith(`  ${name} `) && line.endsWith(`${minutes} min  ${summary}`)
    assert.ok(lines.some(isLine), name)
  }
})
