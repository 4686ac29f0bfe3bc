import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engineContract } from '#engines/engine.contract.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import { answerOf, recordInstances } from '#tests/support/engine/recorded-instances.ts'
import { createMemoryEngine } from './memory-engine.ts'
import type { Misbehaviour } from './misbehaviour.ts'

engineContract('memory', async () => ({
  instancesOutliveServer: false,
  opensSessions: true,
  open: async (watcher) => createMemoryEngine({ watcher }),
  async [Symbol.asyncDispose]() {},
}))

test('memory engine: misbehaviour can be switched on and off for all applications', async () => {
  const seen = recordInstances()
  const misbehave: Misbehaviour[] = ['fail-build']
  const engine = createMemoryEngine({ watcher: seen.watcher, misbehave })
  await assert.rejects(engine.build(sampleBuild()), Failure)
  misbehave[0] = 'fail-start'
  const artifact = await engine.build(sampleBuild())
  await assert.rejects(engine.start(sampleStart(artifact, 'one')), Failure)
  misbehave[0] = 'answer-500'
  const { address } = await engine.start(sampleStart(artifact, 'one'))
  assert.equal((await answerOf(address)).status, 500)
  misbehave.pop()
  await engine.close()
})

test('memory engine: an instance with a delayed crash serves first', async () => {
  const seen = recordInstances()
  const engine = createMemoryEngine({ watcher: seen.watcher })
  const artifact = await engine.build(sampleBuild())
  const order = sampleStart(artifact, 'one', { MISBEHAVE: 'crash-later' })
  const { address } = await engine.start(order)
  assert.equal((await answerOf(address)).status, 200)
  assert.equal((await seen.exit('one')).code, 1)
  await engine.close()
})

test('memory engine: a Dockerfile needs another engine, and the failure says which', async () => {
  const engine = createMemoryEngine({ watcher: recordInstances().watcher })
  const dockerfile = { path: 'Dockerfile', port: 8080, buildArguments: [] }
  const recipe = { ...sampleRecipe, dockerfile }
  await assert.rejects(
    engine.build(sampleBuild({ recipe })),
    /^Failure: The engine memory of this platform builds no Dockerfiles\.$/,
  )
})
