import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, startedByNode } from '#tests/support/applications/pushed-application.ts'
import { callBoto, userOf } from '#tests/support/objects/boto-client.ts'
import { provideVersitygw } from '#tests/support/objects/build-versitygw.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Object storage as its users meet it: ordered with the stock client, and used by an application that is linked to it. */
let berth: TestBerth
let web: PushedApplication
before(async () => {
  berth = await TestBerth.start({ BERTH_CELLAR_PROGRAM: await provideVersitygw() })
  web = await PushedApplication.create(berth, 'web', 'hello')
  await berth.client.environment.replace(web.record, startedByNode)
  assert.equal((await web.deploy({ 'server.js': fetchesForVisitors })).state, 'OK')
})
after(async () => {
  await web?.project[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

/** Sends what a visitor asks for, and says what came of it. */
const fetchesForVisitors = `
import { createServer } from 'node:http'
createServer(async (request, response) => {
  const { searchParams } = new URL(request.url, 'http://x')
  const url = searchParams.get('url')
  if (!url) return response.end(process.env.CELLAR_ADDON_HOST ?? 'not linked')
  const body = searchParams.get('body')
  const signal = AbortSignal.timeout(30_000)
  const answer = await fetch(url, { method: body ? 'PUT' : 'GET', body, signal }).catch(String)
  response.end(typeof answer === 'string' ? answer : answer.status + ' ' + (await answer.text()))
}).listen(process.env.PORT, '0.0.0.0')
`

const clever = (...words: string[]) => web.project.clever(...words, '--no-update-notifier')
async function ok(ran: ReturnType<typeof clever>): Promise<string> {
  const { code, output, stdout } = await ran
  assert.equal(code, 0, output)
  return stdout
}
const throughApplication = async (query: Record<string, string>) =>
  (await web.visit(`/?${new URLSearchParams(query)}`)).body

test('objects: the stock client orders buckets, and a linked application alone reaches them', async () => {
  const { organisationId } = berth.admin
  const ordered = await ok(
    clever('addon', 'create', 'cellar-addon', 'files', '--plan', 's', '--org', organisationId),
  )
  assert.match(ordered, /created successfully/i)
  const addon = (await berth.client.addons.list(organisationId)).find(
    ({ name }) => name === 'files',
  )
  const id = addon?.id ?? assert.fail('there is no add-on')
  const told = await ok(clever('addon', 'env', id, '--format', 'json'))
  const variables = await berth.client.addons.variables({ id, ownerId: organisationId })
  const config = Object.fromEntries(variables.map(({ name, value }) => [name, value]))
  for (const name of ['CELLAR_ADDON_HOST', 'CELLAR_ADDON_KEY_ID', 'CELLAR_ADDON_KEY_SECRET'])
    assert.ok(told.includes(config[name] ?? assert.fail(name)), told)
  assert.match((await web.project.type('addon', 'env', 'files')).output, /CELLAR_ADDON_KEY_ID=/)

  const user = userOf(config)
  const Bucket = 'shop-pictures'
  const [, writing, reading] = await callBoto(user, [
    ['create_bucket', { Bucket }],
    ['presign', { Call: 'put_object', Bucket, Key: 'logo' }],
    ['presign', { Call: 'get_object', Bucket, Key: 'logo' }],
  ])
  assert.doesNotMatch(await throughApplication({ url: reading?.answer }), /^\d/)
  await berth.client.addons.link(web.record, id)
  assert.equal((await web.deploy({ 'again.txt': '' })).state, 'OK')
  assert.equal(await throughApplication({}), config.CELLAR_ADDON_HOST)
  assert.match(await throughApplication({ url: writing?.answer, body: 'a ship' }), /^200 /)
  assert.equal(await throughApplication({ url: reading?.answer }), '200 a ship')

  await berth.client.addons.delete({ id, ownerId: organisationId })
  await until(async () => (await callBoto(user, [['list_buckets', {}]]))[0]?.error !== undefined, {
    timeout: 300_000,
    what: 'the end of the keys',
  })
})
