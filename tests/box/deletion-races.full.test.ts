import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { nothing } from '#git/push/push-protocol.ts'
import { packet } from '#git/wire/pkt-line.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { webServer } from '#tests/support/applications/pushed-application.ts'
import { leftOf } from '#tests/support/engine/machine.ts'
import { Tenant, type TenantApplication } from '#tests/support/people/tenant.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Applications are deleted twice at once in every phase of a deployment, and leave nothing on the machine. */
let berth: TestBerth
let tenant: Tenant
let owner: string

before(async () => {
  berth = await TestBerth.start({
    BERTH_SIGNUP: 'open',
    BERTH_MAX_CONCURRENT_DEPLOYMENTS: '8',
    BERTH_MAX_CONCURRENT_DEPLOYMENTS_PER_OWNER: '4',
  })
  tenant = await Tenant.signUp(berth, 'mallory')
  owner = await tenant.organisation('Races')
})
after(() => berth?.[Symbol.asyncDispose]())

/** Two concurrent deletions: at least one succeeds, the other may get 404. */
async function deleteTwice({ record }: TenantApplication): Promise<void> {
  const both = await Promise.allSettled([
    tenant.client.applications.delete(record),
    tenant.client.applications.delete(record),
  ])
  for (const one of both) if (one.status === 'rejected') assert.equal(one.reason.status, 404)
  assert.ok(both.some(({ status }) => status === 'fulfilled'))
}

async function assertNoTrace(applications: TenantApplication[]): Promise<void> {
  const ids = applications.map(({ record }) => record.id)
  // Discarded files are removed in the background.
  await until(
    async () => {
      // A folder may go between its listing and its reading.
      const names = await readdir(berth.data, { recursive: true }).catch(() => undefined)
      return names && !names.some((name) => ids.some((id) => name.includes(id)))
    },
    { timeout: 300_000, every: 100, what: 'a data folder without the applications' },
  )
  const engine = join(berth.data, 'engine')
  for (const folder of ['builds', 'artifacts', 'instances']) {
    await until(async () => (await readdir(join(engine, folder))).length === 0, {
      timeout: 300_000,
      what: `an empty folder of ${folder}`,
    })
  }
  const [base = '', ...rest] = (await leftOf(berth.data)).filter((line) =>
    line.startsWith('berth-'),
  )
  assert.deepEqual(rest, [], `namespaces beside ${base}`)
  assert.doesNotMatch(berth.output, /\bbug\b/)
}

test('deletion races: during build, queueing, start, serving, hook and drain', async () => {
  const sleeping = { CC_PRE_BUILD_HOOK: 'sleep 600' }
  const stages: [string, Record<string, string>, RegExp][] = [
    ['building', sleeping, /CC_PRE_BUILD_HOOK/],
    ['starting', { CC_PRE_RUN_HOOK: 'sleep 600' }, /CC_PRE_RUN_HOOK/],
    ['checking', { CC_HEALTH_CHECK_PATH: '/never' }, /Response from GET \/never/],
    ['hook', { CC_RUN_SUCCEEDED_HOOK: 'sleep 100' }, /command after the deployment runs/],
  ]
  const begun = await Promise.all(
    stages.map(async ([name, env, sign]) => {
      const application = await tenant.application(owner, name, env)
      await application.push({ ...webServer(name), 'server.js': server })
      return { application, sign }
    }),
  )
  await Promise.all(begun.map(({ application, sign }) => application.logged(sign)))
  const queued = await tenant.application(owner, 'queued', sleeping)
  await queued.push(webServer('queued'))
  const all = [...begun.map(({ application }) => application), queued]
  await Promise.all(all.map(deleteTwice))
  await assertNoTrace(all)
})

test('deletion races: a concurrent push ends with a message and restores nothing', async () => {
  const application = await tenant.application(owner, 'pushed')
  await application.push(webServer('first'))
  assert.equal((await application.ended()).state, 'OK', (await application.log()).join('\n'))
  const url = new URL(application.record.deployment.httpUrl ?? '')
  const { token, secret } = tenant.credentials
  const pushing = request(`${url.href}/git-receive-pack`, {
    method: 'POST',
    auth: `${token}:${secret}`,
    rejectUnauthorized: false,
    headers: { 'Content-Type': 'application/x-git-receive-pack-request' },
  })
  const { promise: answered, resolve, reject } = Promise.withResolvers<string>()
  pushing.on('error', reject)
  pushing.on('response', async (response) => {
    let text = ''
    for await (const piece of response) text += piece
    resolve(text)
  })
  const update = `${nothing} ${'a'.repeat(40)} refs/heads/master\0 report-status`
  const pack = Buffer.from([...Buffer.from('PACK'), 0, 0, 0, 2, 0, 0, 0, 9])
  pushing.write(Buffer.concat([packet(update), Buffer.from('0000'), pack]))
  const objects = join(berth.data, 'repositories', `${application.record.id}.git`, 'objects')
  await until(async () => (await readdir(objects)).some((name) => name.startsWith('tmp_objdir')), {
    timeout: 300_000,
    what: 'the first bytes of the push',
  })
  await deleteTwice(application)
  pushing.end()
  assert.match(await answered, /ng refs\/heads\/master The application was deleted/)
  const again = await application.project.tryGit('push', '--force', 'berth', 'master')
  assert.notEqual(again.code, 0)
  await assertNoTrace([application])
})

const server = `require('node:http').createServer((request, response) => {
  response.writeHead(request.url === '/never' ? 500 : 200).end()
}).listen(8080, '0.0.0.0')`
