import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { platformClient } from '#providers/kit/http/platform-client.ts'
import { defineProvider } from '#providers/kit/http/provider-server.ts'
import { sendLogs } from '#providers/kit/logs.ts'
import { memoryLedger } from '#providers/kit/resources/ledger.ts'
import { type ExampleProvider, openExampleProvider } from '#tests/providers/example-provider.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'

/** The guide to a first provider, with a platform that really orders from it. */
let berth: TestBerth
let service: ExampleProvider
let seller: Project

before(async () => {
  service = await openExampleProvider()
  berth = await TestBerth.start({ BERTH_ENGINE: 'memory' })
  seller = await Project.create(berth, 'seller')
  await ok('login', '--local', '--data', berth.data)
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await service.close()
})

async function ok(...words: string[]): Promise<string> {
  const { code, output } = await seller.berth(...words)
  assert.equal(code, 0, `${words.join(' ')}: ${output}`)
  return output
}

async function variables(name: string): Promise<Record<string, string>> {
  const listed: { name: string; value: string }[] = JSON.parse(
    await ok('addon', 'env', name, '--format', 'json'),
  )
  return Object.fromEntries(listed.map(({ name, value }) => [name, value]))
}

async function greeting(): Promise<{ status: number; text: string }> {
  const { GREETER_URL = '', GREETER_TOKEN } = await variables('hello')
  const url = `${service.url}${new URL(GREETER_URL).pathname}?name=Ada`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${GREETER_TOKEN}` } })
  return { status: answer.status, text: await answer.text() }
}

test('first provider: the example is pushed, ordered and used', async () => {
  assert.match(await ok('provider', 'push', service.file), /Created greeter \(ALPHA\)/)
  await ok('provider', 'plans', 'add', 'greeter', 'dev', '--price', '0')
  await ok('provider', 'plans', 'add', 'greeter', 'big', '--price', '5')
  await ok('addon', 'create', 'greeter', 'hello', '--plan', 'dev')
  assert.deepEqual(await greeting(), { status: 200, text: 'Hello, Ada!\n' })
  await ok('addon', 'plan', 'hello', 'big')
  assert.deepEqual(await greeting(), { status: 200, text: 'A very good day to you, Ada!\n' })
})

test('first provider: single sign-on opens the panel of the example', async () => {
  const { ownerId, id } = await addonNamed('hello')
  const path = `/v2/organisations/${ownerId}/addons/${id}/sso`
  const { url, ...fields } = await berth.client.ask<Record<string, string>>({ method: 'GET', path })
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
  const entered = await fetch(url ?? '', { method: 'POST', body, redirect: 'manual' })
  assert.equal(entered.status, 303)
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const panel = await fetch(new URL(entered.headers.get('location') ?? '', url), {
    headers: { cookie },
  })
  assert.match(await panel.text(), /A very good day to you, admin@localhost!/)
})

test('first provider: every call is in the delivery log, and the add-on is deleted', async () => {
  const deliveries = await ok('provider', 'deliveries', 'greeter')
  assert.match(deliveries, / provision .* 200 [\s\S]* change-plan .* 200 /)
  await ok('addon', 'delete', 'hello', '--yes')
  const left = JSON.parse(await ok('addon', '--format', 'json'))
  assert.deepEqual(left, [])
})

test('asynchronous provider: completes its orders by callback, and reads the details afterwards', async () => {
  const at = (root: string) => ({
    base_url: `${root}/berth/resources`,
    sso_url: `${root}/berth/sso`,
  })
  const secret = () => randomBytes(24).toString('hex')
  const draft = {
    id: 'tortoise',
    api: {
      config_vars: ['TORTOISE_URL'],
      password: secret(),
      sso_salt: secret(),
      regions: ['eu'],
      production: at('https://tortoise.example.org'),
      test: at('http://localhost'),
    },
  }
  const ledger = memoryLedger()
  const problems: unknown[] = []
  const tortoise = defineProvider({
    manifest: draft,
    ledger,
    answersLater: true,
    provision: ({ id, options }) => ({
      config: { TORTOISE_URL: `https://tortoise.example.org/${id}?speed=${options.speed}` },
    }),
    deprovision() {},
    onProblem: (problem) => void problems.push(problem),
  })
  const { port } = await tortoise.listen(0)
  try {
    const test = at(`http://127.0.0.1:${port}`)
    const manifest = { ...draft, api: { ...draft.api, test } }
    await writeFile(join(seller.folder, 'tortoise.json'), JSON.stringify(manifest))
    await ok('provider', 'push', 'tortoise.json')
    await ok('provider', 'plans', 'add', 'tortoise', 'dev', '--price', '0')
    await ok('addon', 'create', 'tortoise', 'slow')
    const { TORTOISE_URL } = await variables('slow')
    assert.match(TORTOISE_URL ?? '', /^https:\/\/tortoise\.example\.org\//)
    const isTold = async () => (await ledger.all())[0]?.state === 'ready'
    await until(isTold, { timeout: 300_000, what: 'the answer to the completion' })

    const vendor = platformClient(berth.addresses.api, manifest)
    const [entry] = await Array.fromAsync(vendor.list())
    const detail = await vendor.detail(entry?.addon_id ?? '')
    assert.deepEqual(detail.config, { TORTOISE_URL })
    await vendor.putConfig(detail.id, { TORTOISE_URL: 'https://faster.example.org/' })
    assert.deepEqual(await variables('slow'), { TORTOISE_URL: 'https://faster.example.org/' })
    await vendor.consume(detail.id, 0.5)
    const { url } = await vendor.logCollector(detail.id)
    const [resource] = await ledger.all()
    assert.ok(resource)
    assert.equal(await sendLogs(url, resource, [{ at: Date.now(), text: 'One step' }]), 200)
    await ok('addon', 'delete', 'slow', '--yes')
    const isDeleted = async () => (await ledger.all())[0]?.state === 'deleted'
    await until(isDeleted, { timeout: 300_000, what: 'the deletion' })
    assert.deepEqual(problems, [])
  } finally {
    await tortoise.close()
  }
})

async function addonNamed(wanted: string) {
  const { user, organisations } = await berth.client.summary.get()
  for (const owner of [user, ...organisations]) {
    const addon = owner.addons.find(({ name }) => name === wanted)
    if (addon) return { ownerId: owner.id, id: addon.id }
  }
  throw new Error(`There is no add-on ${wanted}.`)
}
