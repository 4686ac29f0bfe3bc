import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#platform/model/refusal.ts'
import { createRuntimes } from '#runtimes/runtimes.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { isAvailable, requireType } from './require-type.ts'

const runtimes = createRuntimes(packagedCatalogue)
const platformOf = (name: string, buildsDockerfiles?: true) => ({
  runtimes,
  engine: { name, ...(buildsDockerfiles && { buildsDockerfiles }) } as never,
})
const withProcesses = platformOf('process')
const withSwarm = platformOf('swarm', true)

const refusalOf = (type: string) => {
  try {
    requireType(withProcesses, type)
  } catch (error) {
    if (error instanceof Refusal) return `${error.message} ${error.details.hint}`
  }
  return undefined
}

test('application types: docker is refused at creation without an engine that builds Dockerfiles', () => {
  assert.match(
    refusalOf('docker') ?? '',
    /^Applications of type docker need a platform that builds Dockerfiles, .* engine is process, .*as root.*BERTH_ENGINE=swarm/,
  )
  assert.doesNotThrow(() => requireType(withSwarm, 'docker'))
  assert.equal(refusalOf('node'), undefined)
})

test('application types: an unknown one is refused with those that can be built here', () => {
  assert.match(refusalOf('python3') ?? '', /^Unknown application type "python3"\. .*node, play1, /)
  assert.doesNotMatch(refusalOf('python3') ?? '', /docker/)
})

test('application types: a language without a type leads to linux with mise, or docker', () => {
  for (const type of ['elixir', 'haskell', 'dotnet', 'v', 'frankenphp', 'meteor']) {
    assert.match(refusalOf(type) ?? '', /the type linux, .* mise\.toml, or docker/, type)
  }
})

test('application types: only docker depends on the engine', () => {
  const missing = runtimes.filter((runtime) => !isAvailable(withProcesses, runtime))
  assert.deepEqual(
    missing.map(({ type }) => type),
    ['docker'],
  )
  assert.ok(runtimes.every((runtime) => isAvailable(withSwarm, runtime)))
})
