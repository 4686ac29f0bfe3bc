import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { until } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** First use of the platform with the unmodified stock client, configured by its variables. */
let berth: TestBerth
let project: Project
let applicationId: string

before(async () => {
  berth = await TestBerth.lease()
  project = await Project.create(berth, 'web', 'hello')
})
after(async () => {
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

test('stock client: restart, stop and delete', async () => {
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

test('stock client: curl signs the request', async () => {
  const { code, stdout } = await project.clever(
    'curl',
    `${berth.addresses.api}/v2/self`,
    '--silent',
  )
  assert.equal(code, 0)
  assert.equal(JSON.parse(stdout).email, berth.admin.email)
})

test('stock client: create and delete work with every type that the platform has', async () => {
  const { client, admin } = berth
  const kinds = await client.catalogue.instanceTypes(admin.organisationId)
  const types = kinds.map(({ variant }) => variant.slug)
  const others = ['docker', 'go', 'gradle', 'linux', 'maven', 'php', 'python', 'ruby', 'war']
  for (const type of others) assert.ok(types.includes(type), type)
  for (const { type, version, variant } of kinds) {
    await ok('create', '--type', variant.slug, variant.slug, '--org', admin.organisationId)
    const all = await client.applications.list(admin.organisationId)
    const made = all.find(({ name }) => name === variant.slug)
    assert.deepEqual(
      [made?.instance.type, made?.instance.version, made?.instance.variant.slug],
      [type, version, variant.slug],
    )
    await ok('delete', '--alias', variant.slug, '--yes')
  }
  assert.deepEqual(await client.applications.list(admin.organisationId), [])
})

test("stock client: wrong credentials are an error with the client's message", async () => {
  Object.assign(project.env, { CLEVER_TOKEN: 'nobody', CLEVER_SECRET: 'nothing' })
  const { code, output } = await clever('applications', 'list')
  assert.equal(code, 1)
  assert.match(output, /log ?in/i)
})
