import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basicAuth, isBasicAuth, readBasicAuth } from '#kit/net/basic-auth.ts'
import { failureBody, failureMessage } from './failure.ts'
import { resourceUrl } from './manifest/provider-address.ts'
import { provisionRequest, readProvisionRequest } from './provision-request.ts'
import { planChangeRequest, readPlanChanged, readProvisioned } from './provisioned.ts'

const manifest = { api: { config_vars: ['CACHE_URL', 'CACHE_TOKEN'] } }
const addonId = 'addon_0b6e35a4-6b7d-4c0b-a9b5-1d9c25bd2d9d'
const order = {
  addon_id: addonId,
  owner_id: 'orga_1',
  owner_name: 'Zoë & Cie',
  user_id: 'user_1',
  plan: 'dev',
  callback_url: `https://api.example.org/v2/vendor/apps/${addonId}`,
  options: { version: '3' },
  logplex_token: 't',
}

const problemOf = (read: object) => ('problem' in read ? String(read.problem) : '')

test('provision request: contains the legacy fields too, and can be parsed again', () => {
  const body = provisionRequest(order)
  assert.equal(body.heroku_id, addonId)
  assert.equal(body.uuid, '0b6e35a4-6b7d-4c0b-a9b5-1d9c25bd2d9d')
  assert.equal(body.region, 'EU')
  assert.deepEqual(
    { ...readProvisionRequest(body) },
    { ...body, options: Object.assign(Object.create(null), body.options) },
  )
})

test('provision request: a missing or invalid field is rejected by name', () => {
  const body = provisionRequest(order)
  for (const name of ['addon_id', 'owner_id', 'plan', 'callback_url'] as const) {
    assert.match(problemOf(readProvisionRequest({ ...body, [name]: undefined })), new RegExp(name))
    assert.match(problemOf(readProvisionRequest({ ...body, [name]: 4 })), new RegExp(name))
    for (const nothing of [undefined, null, ''])
      assert.equal(
        problemOf(readProvisionRequest({ ...body, [name]: nothing })),
        `'${name}' is missing.`,
      )
  }
  for (const odd of [null, [], 'x', 4]) assert.ok(problemOf(readProvisionRequest(odd)))
  for (const options of [[], 'x', { a: 1 }, { a: 'x'.repeat(20_000) }])
    assert.match(problemOf(readProvisionRequest({ ...body, options })), /options/)
  assert.ok(problemOf(readProvisionRequest({ ...body, owner_name: 'a\0b' })))
  const older = { addon_id: 'a', owner_id: 'o', plan: 'p', callback_url: 'u' }
  assert.equal(problemOf(readProvisionRequest(older)), '')
})

test('provision response: only variables of the manifest count', () => {
  const read = readProvisioned(
    {
      id: 'r1',
      config: { CACHE_URL: 'https://x', PATH: '/evil', __proto__x: 1 },
      message: 'Hi\x1b[2J',
    },
    manifest,
  )
  assert.ok(!('problem' in read))
  assert.deepEqual({ ...read.config }, { CACHE_URL: 'https://x' })
  assert.deepEqual([read.id, read.message], ['r1', 'Hi[2J'])
  assert.deepEqual(read.ignored, ['PATH', '__proto__x'])
  assert.deepEqual(read.missing, ['CACHE_TOKEN'])
  assert.equal(read.warnings.length, 3)
})

test('provision response: with owner-chosen names, every variable name counts', () => {
  const config = { ONE: '1', 'two.x-y': '2', __proto__: null, 'a b': '3', '': '4' }
  const read = readProvisioned({ id: 'r1', config }, { api: { config_vars: ['*'] } })
  assert.ok(!('problem' in read))
  assert.deepEqual({ ...read.config }, { ONE: '1', 'two.x-y': '2' })
  assert.deepEqual([read.ignored, read.missing], [['a b', ''], []])
})

test('provision response: an unusable one says which field is wrong', () => {
  const wrong: [unknown, RegExp][] = [
    [undefined, /object/],
    ['<html>', /object/],
    [[], /a list/],
    [{}, /'id'/],
    [{ id: 42 }, /'id'.*number/],
    [{ id: null }, /'id'.*null/],
    [{ id: '' }, /'id'/],
    [{ id: 'a\nb' }, /'id'/],
    [{ id: '..' }, /'id'/],
    [{ id: 'x'.repeat(256) }, /'id'/],
    [{ id: 'r', config: [] }, /'config'/],
    [{ id: 'r', config: { CACHE_URL: 4 } }, /'config.CACHE_URL'.*number/],
    [{ id: 'r', config: { CACHE_URL: null } }, /'config.CACHE_URL'.*null/],
    [{ id: 'r', config: { CACHE_URL: 'a\0' } }, /NUL/],
    [{ id: 'r', config: { CACHE_URL: 'x'.repeat(70_000) } }, /64 KiB/],
  ]
  for (const [value, sentence] of wrong)
    assert.match(problemOf(readProvisioned(value, manifest)), sentence)
  const poisoned = JSON.parse('{"id":"r","config":{"__proto__":{"x":1},"CACHE_URL":"u"}}')
  const read = readProvisioned(poisoned, manifest)
  assert.ok(!('problem' in read))
  assert.deepEqual(Object.keys(read.config), ['CACHE_URL'])
  assert.ok(!('problem' in readProvisioned({ id: 'r', message: 5 }, manifest)))
})

test('plan change: request and response can be parsed', () => {
  assert.deepEqual(planChangeRequest('addon_1', 'big'), {
    addon_id: 'addon_1',
    heroku_id: 'addon_1',
    plan: 'big',
    region: 'EU',
  })
  const read = readPlanChanged({ config: { CACHE_URL: 'u' }, message: 'Bigger' }, manifest)
  assert.ok(!('problem' in read))
  assert.deepEqual({ ...read.config }, { CACHE_URL: 'u' })
  assert.ok(!('problem' in readPlanChanged(undefined, manifest)))
  assert.match(problemOf(readPlanChanged('x', manifest)), /object/)
  assert.match(problemOf(readPlanChanged({ config: { CACHE_URL: 1 } }, manifest)), /CACHE_URL/)
})

test('provider error: its message is shown to the customer when it is readable text', () => {
  assert.equal(failureMessage(JSON.stringify(failureBody('Sold out.'))), 'Sold out.')
  assert.equal(failureMessage('{"error":"No\\nmore"}'), 'No more')
  assert.equal(failureMessage('Plain words'), 'Plain words')
  for (const body of ['', '  ', '<html>x</html>', '{"message":5}', '{broken', '[]', 'null'])
    assert.equal(failureMessage(body), undefined, body)
  assert.equal(failureMessage('x'.repeat(9_000))?.length, 500)
})

test('basic auth: only the exact credentials are accepted', () => {
  const expected = { id: 'cache', password: 'a:b ü' }
  assert.deepEqual(readBasicAuth(basicAuth(expected)), expected)
  assert.ok(isBasicAuth(basicAuth(expected), expected))
  assert.ok(isBasicAuth(basicAuth(expected).replace('Basic', 'basic'), expected))
  const wrong = ['a:b', 'a:b üx', 'A:b ü', ''].map((password) =>
    basicAuth({ ...expected, password }),
  )
  for (const header of [
    ...wrong,
    undefined,
    '',
    'Basic',
    'Basic !',
    'Bearer x',
    `Basic ${'A'.repeat(9_000)}`,
  ])
    assert.equal(isBasicAuth(header, expected), false, header)
  assert.equal(isBasicAuth(undefined, { id: '', password: '' }), false)
})

test('resource URL: is below the base URL', () => {
  assert.equal(resourceUrl('https://x.org/a', 'r/é'), 'https://x.org/a/r%2F%C3%A9')
  assert.equal(resourceUrl('https://x.org/a/', 'r', 'suspend'), 'https://x.org/a/r/suspend')
})
