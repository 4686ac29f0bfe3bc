import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#cli/refusal.ts'
import type { InstanceType } from '#client/resources/marketplace/catalogue.ts'
import { resolveType } from './application-type.ts'

const kind = (slug: string, version = '1', enabled = true) =>
  ({ type: slug, version, enabled, variant: { slug } }) as InstanceType
const kinds = [
  ...[kind('go'), kind('node'), kind('node', '2'), kind('play2'), kind('python'), kind('ruby')],
  kind('static'),
  kind('php'),
  kind('rust'),
  kind('docker'),
]
const withoutSwarm = [...kinds.slice(0, -1), kind('docker', '1', false)]

for (const [typed, type] of [
  ['node', 'node'],
  ['Node', 'node'],
  ['nodejs', 'node'],
  ['javascript', 'node'],
  ['deno', 'node'],
  ['play3', 'play2'],
  ['docker', 'docker'],
  ['python3', 'python'],
  ['django', 'python'],
  ['rails', 'ruby'],
  ['golang', 'go'],
  ['cargo', 'rust'],
  ['php8', 'php'],
  ['laravel', 'php'],
  ['html', 'static'],
] as const) {
  test(`application type: ${typed} is ${type}`, () => {
    assert.equal(resolveType(kinds, typed).type, type)
  })
}

test('application type: the newest version is taken', () => {
  assert.equal(resolveType(kinds, 'node').version, '2')
})

const refusalOf = (typed: string, known = kinds) => {
  try {
    resolveType(known, typed)
  } catch (error) {
    if (error instanceof Refusal) return `${error.message} ${error.hint}`
  }
  throw new Error('it was resolved')
}

test('application type: a language without a type leads to a Dockerfile, where one can be built', () => {
  assert.match(refusalOf('elixir'), /'elixir'.*--type docker with a Dockerfile/)
  assert.match(
    refusalOf('haskell', withoutSwarm),
    /builds no Dockerfiles.*Types: go, node, php, play2, python, ruby, rust, static/,
  )
})

test('application type: one that the engine cannot build is refused with what to ask for', () => {
  assert.match(refusalOf('docker', withoutSwarm), /type docker cannot be built.*BERTH_ENGINE=swarm/)
})

test('application type: a typo is corrected, anything else gets the list', () => {
  assert.match(refusalOf('nod'), /Did you mean 'node'/)
  assert.match(
    refusalOf('constructor'),
    /Types: docker, go, node, php, play2, python, ruby, rust, static/,
  )
})
