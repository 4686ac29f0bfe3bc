import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#platform/model/refusal.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { chooseTool } from './choose-tool.ts'

const versions: Record<string, string[]> = {
  node: ['22.20.0', '22.23.3', '24.1.0', '25.0.0'],
  java: ['17.0.18+8', '21.0.9+10', '21.0.10+7'],
  sbt: ['1.9.9', '1.10.1'],
  python: ['3.9', '3.11', '3.13'],
}
const catalogue: Catalogue = {
  versions: (tool) => (Object.hasOwn(versions, tool) ? (versions[tool] ?? []) : []),
  endOfLife: () => undefined,
  longTermName: (version) => (version.startsWith('24.') ? 'krypton' : undefined),
  channels: () => ({ nightly: 'nightly-2026-11-18' }),
  today: () => '2026-11-19',
  defaults: 'newest',
}
const choose = (name: string, version: string) =>
  chooseTool({ name, version }, catalogue, Object.keys(versions)).version

test('fetch a tool: the newest release that fits is chosen, as for an application', () => {
  assert.equal(choose('node', '22'), '22.23.3')
  assert.equal(choose('node', 'lts'), '24.1.0')
  assert.equal(choose('python', '3'), '3.13')
  assert.equal(choose('python', '>=3.9,<3.12'), '3.11')
  assert.equal(choose('java', '21'), '21.0.10+7')
  assert.equal(choose('java', '17.0.18'), '17.0.18+8')
  assert.equal(choose('sbt', '1.9.9'), '1.9.9')
})

test('fetch a tool: what is not there is refused with what is', () => {
  const refused = (name: string, version: string, said: RegExp) =>
    assert.throws(
      () => choose(name, version),
      (error) => error instanceof Refusal && said.test(error.message),
    )
  refused('cobol', '85', /no tool "cobol" in the catalogue: it has node, java, sbt, python/)
  refused('__proto__', '1', /no tool/)
  refused('java', '2', /no java "2" in the catalogue: it has 17\.0\.18\+8, 21/)
  refused('java', '', /no java/)
  refused('node', '23', /no Node for version "23"; the nearest here are/)
  refused('node', 'x/../..', /not a version of Node/)
})
