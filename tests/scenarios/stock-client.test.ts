import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { until } from '#kit/concurrency/timeout.ts'
import { openHttpRecipient } from '#tests/support/drains/recipients.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** First use of the platform with the unmodified stock client, configured by its variables. */
let berth: TestBerth
let project: Project
let applicationId: string
let recipient: Awaited<ReturnType<typeof openHttpRecipient>>
let drainId: string

before(async () => {
  berth = await TestBerth.lease()
  project = await Project.create(berth, 'web', 'hello')
})
after(async () => {
  await recipient?.[Symbol.asyncDispose]()
  await project?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

const quiet = '--no-update-notifier'
const clever = (...args: string[]) => project.clever(...args, quiet)
const ok = async (...args: string[]) => {
  const ran = await clever(...args)
  assert.equal(ran.code, 0, `clever ${args.join(' ')}:\n${ran.output}`)
  return ran
}
const host = () => `${applicationId.replace('_', '-')}.localhost`

test('stock client: profile shows the first account', async () => {
  const { code, output } = await project.cleverAnew(['profile', quiet])
  assert.equal(code, 0, output)
  assert.ok(output.includes(berth.admin.email), output)
})

test('stock client: create makes an application', async () => {
  const { organisationId } = berth.admin
  await ok('create', '--type', 'node', 'web', '--region', 'par', '--org', organisationId)
  const { stdout } = await ok('applications', 'list', '--format', 'json')
  const owners: { applications: { app_id: string }[] }[] = JSON.parse(stdout)
  applicationId = owners.flatMap(({ applications }) => applications)[0]?.app_id ?? ''
  assert.match(applicationId, /^app_/)
})

test('stock client: link finds the application by id and by name', async () => {
  const { organisationId } = berth.admin
  await ok('unlink', 'web')
  await ok('link', applicationId, '--alias', 'by-id')
  await ok('unlink', 'by-id')
  await ok('link', 'web', '--org', organisationId)
})

test('stock client: env set, rm and import change the variables', async () => {
  await ok('env', 'set', 'NAME', 'Grace')
  await ok('env', 'set', 'GONE', 'soon')
  await ok('env', 'rm', 'GONE')
  assert.match((await ok('env')).output, /NAME="Grace"/)
  const imported = await project.cleverAnew(['env', 'import', quiet], 'NAME="Grace H."\nTWO=2\n')
  assert.equal(imported.code, 0, imported.output)
  const { stdout } = await ok('env', '--format', 'json')
  assert.deepEqual(JSON.parse(stdout).env, [
    { name: 'NAME', value: 'Grace H.' },
    { name: 'TWO', value: '2' },
  ])
})

/** Follows the URLs that the client prints after a deployment. */
async function addressesLead(output: string): Promise<void> {
  const [, access = ''] = /Access your application: (\S+)/.exec(output) ?? []
  assert.equal(access, `https://${host()}:${new URL(berth.addresses.visitors.https).port}/`)
  const { stdout } = await ok('domain', '--format', 'json')
  const [domain] = JSON.parse(stdout)
  assert.deepEqual([domain.hostname, `https://${domain.domainWithPathPrefix}`], [host(), access])

  const [, manage = ''] = /Manage your application: (\S+)/.exec(output) ?? []
  const { status, headers } = await fetch(manage, { redirect: 'manual' })
  assert.deepEqual(
    [status, headers.get('location')],
    [303, `/v2/sessions/login?goto=${applicationId}`],
  )
}

test('stock client: deploy pushes, follows the log and exits with 0', async () => {
  const { output } = await ok('deploy')
  assert.match(output, /Successfully deployed in/)
  const { body } = await visit(berth.addresses.visitors.http, host())
  assert.equal(body, 'Hello Grace H., this is version 1.\n')
  await addressesLead(stripVTControlCharacters(output))
})

test('stock client: deploy of the same commit again is an error, as the client expects', async () => {
  const { code, output } = await clever('deploy')
  assert.notEqual(code, 0)
  assert.match(output, /up-to-date/i)
})

test('stock client: activity, status and logs show the deployments', async () => {
  assert.match((await ok('activity')).output, /OK\s+DEPLOY/)
  assert.match((await ok('status')).output, /running/i)
  const { output } = await ok('logs', '--until', new Date().toISOString())
  assert.match(output, /Listening on 0\.0\.0\.0:8080/)
})

test('stock client: accesslogs shows the requests of visitors, also in the Common Log Format', async () => {
  await visit(berth.addresses.visitors.http, host(), { path: '/seen?token=secret' })
  const shown = async (format: string) =>
    (await ok('accesslogs', '--before', new Date().toISOString(), '--format', format)).output
  const human = await until(
    async () => {
      const output = await shown('human')
      return output.includes('/seen') && output
    },
    { timeout: 300_000, every: 500, what: 'the request in the access log' },
  )
  assert.match(human, /127\.0\.0\.1.* 200 +GET +\/seen/)
  assert.doesNotMatch(human, /secret/)
  assert.match(await shown('clf'), /^127\.0\.0\.1 - - \[.*\] "GET \/seen" 200 \d+$/m)
})

test('stock client: drain create, list, get and check', async () => {
  recipient = await openHttpRecipient()
  assert.match((await ok('drain')).output, /There are no drains/)
  const created = await ok('drain', 'create', 'raw-http', recipient.url, '-u', 'me', '-p', 'secret')
  const [id = ''] = /drain_[0-9a-f-]{36}/.exec(created.output) ?? assert.fail(created.output)
  assert.match((await ok('drain')).output, /'ENABLED'[\s\S]*'Raw HTTP'/)
  const { stdout } = await ok('drain', 'get', id, '--format', 'json')
  const { recipient: shown, execution } = JSON.parse(stdout)
  assert.deepEqual(
    [shown.username, shown.password, execution.status],
    ['me', '********', 'RUNNING'],
  )
  assert.match((await ok('drain', 'check', id)).output, /Probe: OK/)
  assert.match(recipient.texts().join('\n'), /checks whether this drain works/)
  drainId = id
})

test('stock client: a failed deployment makes it exit with 1', async () => {
  await ok('env', 'set', 'CC_HEALTH_CHECK_PATH', '/missing')
  await ok('env', 'set', 'CC_HEALTH_CHECK_DEADLINE', '20s')
  await project.write({ 'server.js': neverHealthy })
  await project.commit('Never healthy')
  const { code, output } = await clever('deploy')
  assert.equal(code, 1, output)
  assert.match(output, /Response from GET \/missing is 404/)
  assert.match(output, /- GET \/missing returned 404\./)
  const { body } = await visit(berth.addresses.visitors.http, host())
  assert.equal(body, 'Hello Grace H., this is version 1.\n', 'the old version keeps serving')
})

test('stock client: cancel-deploy ends the running deployment', async () => {
  await ok('env', 'set', 'CC_HEALTH_CHECK_DEADLINE', '10m')
  await project.commit('Never healthy, again')
  const deploying = project.cleverAnew(['deploy', quiet])
  await until(async () => /IN PROGRESS\s+DEPLOY/.test((await ok('activity')).output), {
    timeout: 300_000,
    every: 300,
    what: 'the deployment',
  })
  await ok('cancel-deploy')
  const { code, output } = await deploying
  assert.equal(code, 1, output)
  assert.match((await ok('activity')).output, /CANCELLED\s+DEPLOY/)
})

test('stock client: the drain got the lines of the deployments; disable, enable and remove', async () => {
  const heard = () => recipient.texts().join('\n')
  await until(() => heard().includes('Response from GET /missing is 404'), {
    timeout: 300_000,
    what: 'the line of the failed deployment at the drain',
  })
  await ok('drain', 'disable', drainId)
  assert.match((await ok('drain')).output, /'DISABLED'[\s\S]*'NOT_RUNNING'/)
  await ok('drain', 'enable', drainId)
  await ok('drain', 'remove', drainId)
  assert.match((await ok('drain')).output, /There are no drains/)
})

test('stock client: restart, stop and delete', async () => {
  await ok('env', 'rm', 'CC_HEALTH_CHECK_PATH')
  await ok('restart')
  await ok('stop')
  const { status } = await until(
    async () => {
      const answer = await visit(berth.addresses.visitors.http, host())
      return answer.status === 503 && answer
    },
    { timeout: 300_000, what: 'the stop' },
  )
  assert.equal(status, 503)
  await ok('delete', '--yes')
  assert.equal((await visit(berth.addresses.visitors.http, host())).status, 404)
})

test('stock client: a task is created, run once and shown as a task', async () => {
  const { organisationId } = berth.admin
  const create = ['create', '--type', 'node', 'job', '--task', 'node job.mjs', '--alias', 'job']
  assert.match((await ok(...create, '--org', organisationId)).output, /TASK/i)
  assert.match((await ok('config', 'get', 'task', '--alias', 'job')).output, /true/)
  assert.match((await ok('status', '--alias', 'job')).output, /Executed as: TASK/)
  await project.write({ 'job.mjs': `console.log('the job is ' + 'done')` })
  await project.commit('A job')
  const { output } = await ok('deploy', '--alias', 'job')
  assert.match(output, /the job is done/)
  const { stdout } = await ok('status', '--alias', 'job', '--format', 'json')
  const { lifetime, status } = JSON.parse(stdout)
  assert.deepEqual({ lifetime, status }, { lifetime: 'TASK', status: 'stopped' })
  await ok('config', 'set', 'task', 'false', '--alias', 'job')
  assert.match((await ok('status', '--alias', 'job')).output, /Executed as: REGULAR/)
  await ok('delete', '--yes', '--alias', 'job')
})

/** The types of the spec besides `node`, and how their runtimes are called. */
const types = [
  ['play1', 'Play 1'],
  ['play2', 'Play 2'],
  ['sbt', 'sbt'],
] as const

for (const [type, title] of types) {
  test(`stock client: create --type ${type} is accepted word for word, by berth too`, async () => {
    const { organisationId } = berth.admin
    const words = (name: string) => {
      const create = ['create', '--type', type, name]
      return [...create, '--region', 'par', '--org', organisationId]
    }
    await ok(...words(`${type}-clever`))
    for (const typed of [['login', '--local', '--data', berth.data], words(`${type}-berth`)]) {
      const { code, output } = await project.type(...typed)
      assert.equal(code, 0, output)
    }
    const all = await berth.client.applications.list(organisationId)
    const made = all.filter(({ name }) => name.startsWith(`${type}-`))
    const found = made.map(({ name, instance }) => [name, instance.type, instance.variant.name])
    assert.deepEqual(found.sort(), [
      [`${type}-berth`, type, title],
      [`${type}-clever`, type, title],
    ])
    for (const { id } of made) await ok('delete', '--yes', '--app', id)
  })
}

test('stock client: curl signs the request', async () => {
  const { code, stdout } = await project.clever(
    'curl',
    `${berth.addresses.api}/v2/self`,
    '--silent',
  )
  assert.equal(code, 0)
  assert.equal(JSON.parse(stdout).email, berth.admin.email)
})

test("stock client: wrong credentials are an error with the client's message", async () => {
  Object.assign(project.env, { CLEVER_TOKEN: 'nobody', CLEVER_SECRET: 'nothing' })
  const { code, output } = await clever('applications', 'list')
  assert.equal(code, 1)
  assert.match(output, /log ?in/i)
})

const neverHealthy = `
import { createServer } from 'node:http'
createServer((request, response) => {
  response.statusCode = request.url === '/' ? 200 : 404
  response.end('never healthy')
}).listen(8080, '0.0.0.0')
`
