import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { openHttpRecipient } from '#tests/support/drains/recipients.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** Deployments that fail, are cancelled or run once, drains, and other types, with the unmodified stock client. */
let berth: TestBerth
let project: Project
let applicationId: string
let recipient: Awaited<ReturnType<typeof openHttpRecipient>>
let drainId: string

before(async () => {
  berth = await TestBerth.lease()
  project = await Project.create(berth, 'web', 'hello')
  const { organisationId } = berth.admin
  await ok('create', '--type', 'node', 'web', '--region', 'par', '--org', organisationId)
  const [application] = await berth.client.applications.list(organisationId)
  applicationId = application?.id ?? assert.fail('it was not created')
  await ok('deploy')
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

test('stock client: link finds the application by id and by name', async () => {
  const { organisationId } = berth.admin
  await ok('unlink', 'web')
  await ok('link', applicationId, '--alias', 'by-id')
  await ok('unlink', 'by-id')
  await ok('link', 'web', '--org', organisationId)
})

test('stock client: deploy of the same commit again is an error, as the client expects', async () => {
  const { code, output } = await clever('deploy')
  assert.notEqual(code, 0)
  assert.match(output, /up-to-date/i)
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
  assert.equal(body, 'Hello world, this is version 1.\n', 'the old version keeps serving')
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

const neverHealthy = `
import { createServer } from 'node:http'
createServer((request, response) => {
  response.statusCode = request.url === '/' ? 200 : 404
  response.end('never healthy')
}).listen(8080, '0.0.0.0')
`
