import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageCommand, type Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { buildEnvironment, buildFingerprint } from './build-inputs.ts'

const built: Recipe = { ...sampleRecipe, build: [{ title: 'make', command: ['make'] }] }
const print = (recipe: Partial<Recipe> = {}, environment: Record<string, string> = {}) =>
  buildFingerprint('c', { ...built, ...recipe }, environment)

test('build fingerprint: how an application starts is no input of its build', () => {
  for (const change of [
    { start: ['other'] },
    { startup: 'slow' },
    { notes: ['a note'] },
    { warnings: ['a warning'] },
    { beforeStart: [{ title: 'x', command: ['x'] }] },
  ] as Partial<Recipe>[])
    assert.equal(print(change), print(), JSON.stringify(change))
  for (const name of [
    'CC_HEALTH_CHECK_DEADLINE',
    'CC_HEALTH_CHECK_PATH_0',
    'CC_PROBATION',
    'CC_AUTOSCALE_CPU_UP',
    'CC_DEPLOYMENT_ID',
  ])
    assert.equal(print({}, { [name]: 'x' }), print(), name)
})

test('build fingerprint: tools, commands and the variables of commands are inputs', () => {
  for (const change of [
    { tools: [{ name: 'java', version: '21' }] },
    { build: [{ title: 'make', command: ['make', 'all'] }] },
    { environment: { A: 'b' } },
  ] as Partial<Recipe>[])
    assert.notEqual(print(change), print(), JSON.stringify(change))
  for (const name of ['GREETING', 'CC_RUN_COMMAND', 'CC_HEALTH_CHECK_PATH_MINE'])
    assert.notEqual(print({}, { [name]: 'x' }), print(), name)
  assert.equal(print({ build: [] }, { GREETING: 'x' }), print({ build: [] }))
})

test('build fingerprint: a Dockerfile depends on the variables that it names', () => {
  const dockerfile = { path: 'Dockerfile', port: 8080, buildArguments: ['A'], secrets: ['B'] }
  const image = (environment: Record<string, string>) =>
    print({ build: [], dockerfile, start: imageCommand }, environment)
  assert.notEqual(image({ A: '1' }), image({ A: '2' }))
  assert.notEqual(image({ B: '1' }), image({ B: '2' }))
  assert.equal(image({ C: '1' }), image({ C: '2' }))
})

test('build environment: builds do not get what their fingerprint leaves out', () => {
  const environment = { CC_HEALTH_CHECK_DEADLINE: '5m', CC_HEALTH_CHECK_PATH_12: '/', A: 'b' }
  assert.deepEqual(buildEnvironment(built, environment), { A: 'b' })
})
