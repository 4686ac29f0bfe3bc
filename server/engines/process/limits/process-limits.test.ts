// Needs a process of its own
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { limitsOf } from '#platform/hosting/deployments/instances/instances.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleSource,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { enterSmallMachine } from '#tests/support/engine/small-machine.ts'

/** Processes and threads of a machine; half of them are for applications, a quarter of that half for a person. */
const ofMachine = 1200
const [ofApplications, ofPerson] = [600, 150]

const bomb = `$| = 1; while (1) {
  my $pid = fork;
  if (!defined $pid) { print "refused\n" if !$said++; select undef, undef, undef, 0.01 }
  elsif (!$pid) { sleep 100000; exit }
}`
const mallorys: Recipe = {
  ...sampleRecipe,
  start: ['perl', '-e', bomb],
}
const bombingBuild: Recipe = {
  ...mallorys,
  build: [{ title: 'bomb', command: ['perl', '-e', bomb] }],
}
const mallory = { ownerId: 'user_mallory', limits: limitsOf('XS') } as const
const alice = { ownerId: 'user_alice', limits: limitsOf('XS') } as const

let leave: () => Promise<void>
let opened: OpenedEngine
before(async () => {
  leave = await enterSmallMachine(ofMachine)
  opened = await openTestEngine()
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  await leave()
})

const groupOf = async (instanceId: string) => {
  const record = await readFile(
    join(opened.folder, 'instances', instanceId, 'instance.json'),
    'utf8',
  )
  const { groups }: { groups: string[] } = JSON.parse(record)
  const found = groups.find((folder) => folder.includes('/pids/')) ?? groups[0]
  assert.ok(found)
  return found
}
const numberIn = async (folder: string, name: string) =>
  Number(await readFile(join(folder, name), 'utf8'))

test('processes: fork bombs in several instances and a build of one person end at their share, and another builds and starts', async () => {
  const { engine, seen } = opened
  const artifact = await engine.build(sampleBuild({ ...mallory, recipe: mallorys }))
  const abort = new AbortController()
  const exploded = Promise.withResolvers<void>()
  const building = engine
    .build(
      sampleBuild({
        ...mallory,
        deploymentId: 'deployment_bomb',
        recipe: bombingBuild,
        signal: abort.signal,
        onLine: (line) => line === 'refused' && exploded.resolve(),
      }),
    )
    .catch(() => {})
  await exploded.promise
  for (const [id, number] of [
    ['one', 2],
    ['two', 3],
  ] as const) {
    const order = { ...mallory, recipe: mallorys, applicationNumber: number }
    await engine.start(sampleStart(artifact, id, {}, order)).catch(() => {})
  }
  const person = dirname(await groupOf('one'))
  assert.equal(await numberIn(person, 'pids.max'), ofPerson)
  assert.equal(await numberIn(dirname(person), 'pids.max'), ofApplications)
  await until(async () => (await numberIn(person, 'pids.current')) >= ofPerson - 1, {
    timeout: 300_000,
    what: 'a share that is used up',
  })

  const refused = { ...mallory, recipe: mallorys, applicationNumber: 4 }
  await engine.start(sampleStart(artifact, 'four', {}, refused))
  assert.equal((await seen.exit('four')).cause, 'out of processes')

  const order = { ...alice, deploymentId: 'deployment_alice', applicationId: 'app_alice' } as const
  const hers = await engine.build(sampleBuild({ ...order, source: sampleSource('2'.repeat(40)) }))
  await engine.start(sampleStart(hers, 'three', {}, { ...alice, applicationId: 'app_alice' }))
  await seen.line('three', 'listening on 8080')
  assert.notEqual(dirname(await groupOf('three')), person)

  abort.abort(new Error('enough'))
  await building
  await Promise.all(['one', 'two', 'three', 'four'].map((id) => engine.stop(id, 0)))
})
