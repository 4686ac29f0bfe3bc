import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openProvider, type Variation } from '#tests/providers/open-provider.ts'
import { type } from '#tests/support/captured-terminal.ts'

/** A running fake provider with its manifest in a file, and a function that runs `berth provider …` on it. */
async function open(t: TestContext, variation?: Variation) {
  const folder = await mkdtemp(join(tmpdir(), 'provider-'))
  t.after(() => rm(folder, { recursive: true }))
  const service = await openProvider(variation)
  t.after(() => service.close())
  const write = (value: unknown) =>
    writeFile(
      join(folder, 'manifest.json'),
      typeof value === 'string' ? value : JSON.stringify(value),
    )
  await write({ ...service.manifest, plans: ['dev', { slug: 'big' }] })
  const typed = (...words: string[]) => type(['provider', ...words], { folder, env: {} })
  return { ...service, write, typed }
}

test('berth provider check: reports all problems of a manifest at once', async (t) => {
  const { typed, write, manifest } = await open(t)
  const plain = await typed('check', 'manifest.json')
  assert.equal(plain.code, 1)
  assert.match(plain.out, /^error api\.production\.base_url: .*\nerror api\.production\.sso_url: /)
  const production = { base_url: 'https://a.example.org/r', sso_url: 'https://a.example.org/s' }
  await write({ ...manifest, api: { ...manifest.api, production } })
  assert.deepEqual(await typed('check', 'manifest.json'), {
    code: 0,
    out: 'The manifest is valid.\n',
    err: '',
  })
  await write({ id: 'X' })
  const answer = JSON.parse((await typed('check', 'manifest.json', '--format', 'json')).out)
  assert.equal(answer.valid, false)
  assert.deepEqual(
    answer.problems.map(({ path }: { path: string }) => path),
    ['id', 'api'],
  )
})

test('berth provider check: a file that is no manifest is refused', async (t) => {
  const { typed, write } = await open(t)
  assert.match((await typed('check', 'none.json')).err, /There is no file 'none.json'/)
  await write('{"api": {"password": "secret-word}')
  const { code, err } = await typed('check', 'manifest.json')
  assert.equal(code, 1)
  assert.match(err, /not valid JSON/)
  assert.doesNotMatch(err, /secret-word/)
  await write({ id: 'x' })
  assert.match((await typed('test', 'manifest.json')).err, /no URLs in api.test/)
})

test('berth provider test: a correct provider passes, in text and in JSON', async (t) => {
  const { typed, shop } = await open(t)
  const people = await typed('test', 'manifest.json', '--only', 'plan-change')
  assert.equal(people.code, 0)
  assert.match(
    people.out,
    /^manifest: 9 of 9 hold\n\nplan-change: 8 of 8 hold\n\nNothing that must/,
  )
  const programs = await typed('test', 'manifest.json', '--only', 'plans', '--format', 'json')
  const report = JSON.parse(programs.out)
  assert.deepEqual([programs.code, report.passed, report.target], [0, true, 'test'])
  assert.deepEqual(report.counts, { passed: 18, failed: 0, warned: 0, skipped: 0 })
  assert.ok([...shop.items.values()].every(({ isGone }) => isGone))
})

test('provider test: what a check has ordered is deleted after it, so that little is there at a time', async (t) => {
  const live: number[] = []
  const { typed } = await open(t, (right) => ({
    make: (shop, order) => {
      live.push([...shop.items.values()].filter(({ isGone }) => !isGone).length)
      return right.make(shop, order)
    },
  }))
  const { code } = await typed('test', 'manifest.json', '--only', 'provisioning')
  assert.equal(code, 0)
  assert.ok(live.length > 10)
  assert.ok(Math.max(...live) <= 3, `${live}`)
})

test('berth provider test: an incorrect provider fails with request, response and advice', async (t) => {
  const { typed, manifest } = await open(t, (right) => ({
    configOf: ({ manifest }, id) => ({
      BENCH_URL: `https://x/${id}`,
      BENCH_TOKEN: manifest.api.sso_salt,
    }),
    newId: () => `${right.newId()}:1`,
  }))
  const { code, out } = await typed('test', 'manifest.json', '--only', 'provisioning')
  assert.equal(code, 1)
  for (const part of [
    /✖ must The answer does not contain the password or the salt \(provisioning\.no-manifest-secret\)/,
    /! should The id has only letters/,
    /found: +A secret of the manifest is in the answer/,
    /protocol: +api\.password and api\.sso_salt are secrets/,
    /do: +Customers would see it/,
    /sent: +POST http:.*"addon_id"/,
    /got: +200 .*"BENCH_TOKEN":"\(secret\)"/,
    /2 of 31 checks failed that must hold\. 1 could be better\.\n$/,
  ])
    assert.match(out, part)
  assert.ok(!out.includes(manifest.api.sso_salt))
  const report = await typed('test', 'manifest.json', '--only', 'provisioning', '--format', 'json')
  assert.ok(!report.out.includes(manifest.api.sso_salt))
  assert.ok(!report.out.includes(manifest.api.password))
  assert.equal(JSON.parse(report.out).passed, false)
})

test('berth provider test: stops after an invalid manifest', async (t) => {
  const { typed, write, manifest, shop } = await open(t)
  await write({ ...manifest, api: { ...manifest.api, regions: [] } })
  const { code, out } = await typed('test', 'manifest.json')
  assert.equal(code, 1)
  assert.match(out, /The regions contain 'eu'/)
  assert.match(out, /not tried: The manifest has errors\./)
  assert.equal(shop.items.size, 0)
})

test('berth provider test: an unreachable service is reported in one sentence', async (t) => {
  const { typed, close } = await open(t)
  await close()
  const { code, err } = await typed('test', 'manifest.json', '--production')
  assert.equal(code, 1)
  assert.match(err, /^http.* does not answer: ECONNREFUSED\. Start your service first\.\n$/)
  assert.equal((await typed('test', 'manifest.json', '--timeout', 'x')).code, 2)
})
