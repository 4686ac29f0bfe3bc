import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import type { ApiError } from '#client/http/api-error.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { createRuntimes } from '#runtimes/runtimes.ts'
import { type Example, listExamples, openExample, portable, readJson } from '#tests/examples.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

let api: TestApi
let client: Client

before(async () => {
  api = await openTestApi()
  api.platform.runtimes = createRuntimes(packagedCatalogue)
  client = createClient({ api: api.url, credentials: api.account })
})
after(() => api[Symbol.asyncDispose]())

async function plan({ type, folder, source, environment }: Example) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const sent: string[] = []
  const planned = await client.recipes.plan({
    type,
    environment,
    names,
    async read(name) {
      sent.push(name)
      return (await source.read(name)) ?? assert.fail(`${name} is not there`)
    },
  })
  return { ...planned, sent }
}

test('recipes API: each example yields its expected recipe, from the files that were requested', async () => {
  for (const example of await listExamples()) {
    const { recipe, sent } = await plan(example)
    assert.deepEqual(
      portable(recipe as Pick<Recipe, 'dependencies'>),
      await readJson(join(example.folder, 'expected-recipe.json')),
    )
    assert.ok(
      sent.includes('package.json') || example.environment.APP_FOLDER || example.type !== 'node',
    )
    assert.ok(!sent.includes('server.js'), 'code is nothing to plan from')
    assert.equal(new Set(sent).size, sent.length)
  }
})

test('recipes API: the description uses the lines of the deployment log', async () => {
  const { lines } = await plan(await openExample('pnpm'))
  assert.equal(lines[0], 'Recipe of the node runtime:')
  assert.ok(lines.some((line) => line.startsWith('  install  pnpm install')))
})

test('recipes API: a source without a valid recipe is refused with its message', async () => {
  for (const example of await listExamples('broken')) {
    const expected = (await readJson(join(example.folder, 'expected-failure.json'))) as
      | { sentence: string }
      | undefined
    if (!expected) continue
    const error = await plan(example).catch((error: ApiError) => error)
    assert.ok('status' in error && error.status === 400)
    assert.ok(error.message.startsWith(expected.sentence), error.message)
  }
})

test('recipes API: a query is not audited, and needs authentication', async () => {
  await plan(await openExample('hello'))
  const entries = await client.audit.list(api.account.organisationId, {})
  assert.deepEqual(entries, [])
  const stranger = createClient({ api: api.url })
  const asked = stranger.recipes.plan({
    type: 'node',
    environment: {},
    names: [],
    read: async () => '',
  })
  await assert.rejects(asked, { status: 401 })
})

test('recipes API: an unknown type, a path outside the folder and too many files are refused', async () => {
  const ask = (more: object) => {
    const body = { type: 'node', environment: {}, names: [], files: {}, ...more }
    return client.ask({ method: 'POST', path: '/v4/recipes', body })
  }
  await assert.rejects(ask({ type: 'cobol' }), {
    status: 400,
    message: /this platform supports node, play1/,
  })
  for (const name of ['../x', '/etc/passwd', 'a//b', '', './a', 'a/', 'x'.repeat(5000)])
    await assert.rejects(ask({ names: [name] }), { status: 400, message: /is not a relative path/ })
  const many = Array.from({ length: 50_001 }, (_, place) => `f${place}`)
  await assert.rejects(ask({ names: many }), { status: 400, message: /at most 50000 files/ })
  await assert.rejects(ask({ names: 'all' }), { status: 400, message: /names must be a list/ })
  const hostile = { names: ['package.json'], files: { 'package.json': '{"__proto__": 3' } }
  await assert.rejects(ask(hostile), { status: 400, message: /package\.json/ })
})
