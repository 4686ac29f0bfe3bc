import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import { keepVisiting, visit } from '#tests/support/visitors/visit.ts'

/** First use of the platform, with the CLI and plain git. */
let berth: TestBerth
let project: Project
let host: string

before(async () => {
  berth = await TestBerth.lease()
  project = await Project.create(berth, 'hello', 'hello')
})
after(() => berth?.[Symbol.asyncDispose]())

const ok = async (...args: string[]) => {
  const ran = await project.berth(...args)
  assert.equal(ran.code, 0, `berth ${args.join(' ')}:\n${ran.output}`)
  return ran
}
const json = async (...args: string[]) => JSON.parse((await ok(...args, '--format', 'json')).stdout)

test('first push: berth login --local logs in as the first account of a platform on this machine', async () => {
  const { output } = await ok('login', '--local', '--data', berth.data)
  assert.ok(output.includes(berth.admin.email), output)
})

test('first push: berth create makes an application and a remote that git can push to', async () => {
  const { organisationId } = berth.admin
  await ok('create', '--type', 'node', 'hello', '--region', 'par', '--org', organisationId)
  const [application] = await json('applications', 'list')
  assert.match(JSON.stringify(application), /hello/)
  assert.match((await project.git('remote', '--verbose')).stdout, /^berth\s+https:/m)
})

test('first push: a never-deployed application responds that it is stopped', async () => {
  const { output } = await ok('open', '--print')
  host = new URL(output.trim().split('\n').at(-1) ?? '').hostname
  assert.equal((await visit(berth.addresses.visitors.http, host)).status, 503)
})

test('first push: git push berth master builds, checks and serves the application', async () => {
  await ok('env', 'set', 'NAME', 'Ada')
  const { output } = await project.git('push', 'berth', 'master')
  assert.match(output, /remote: .*deployment/i)
  await ok('logs', '--limit', '1', '--until', new Date(Date.now() + 500).toISOString())
  await deploymentsEnd(1)
  const { status, body } = await visit(berth.addresses.visitors.http, host)
  assert.deepEqual([status, body], [200, 'Hello Ada, this is version 1.\n'])
})

test('first push: a second version replaces the first without a failed request', async () => {
  await using visitors = keepVisiting(berth.addresses.visitors.http, host)
  await ok('env', 'set', 'VERSION', '2')
  await project.write({ 'news.txt': 'second version' })
  await project.commit('Second version')
  const { output } = await ok('deploy')
  assert.match(output, /Response from GET \/ is 200/)
  assert.match(output, /Successfully deployed in/)
  const { answers, failures, bodies } = await visitors.stop()
  assert.deepEqual(failures, [])
  assert.ok(answers > 0)
  assert.ok(bodies.includes('Hello Ada, this is version 2.\n'))
})

test('first push: berth status, activity and logs show the deployments', async () => {
  assert.match((await ok('status')).output, /hello/)
  const activity = await json('activity')
  assert.deepEqual(
    activity.map((deployment: { state: string }) => deployment.state),
    ['OK', 'OK'],
  )
  const until = new Date().toISOString()
  const { output } = await ok('logs', '--until', until)
  assert.match(output, /Node 22\.20\.0/)
  assert.match(output, /Listening on 0\.0\.0\.0:8080/)
})

test('first push: berth curl calls the API as the user', async () => {
  const { stdout } = await ok('curl', `${berth.addresses.api}/v2/self`, '--silent')
  assert.equal(JSON.parse(stdout).email, berth.admin.email)
})

test('first push: berth restart starts the same commit again', async () => {
  const { output } = await ok('restart')
  assert.match(output, /Nothing to build/)
  assert.equal((await visit(berth.addresses.visitors.http, host)).status, 200)
})

test('first push: berth stop ends the instances, and visitors see a page that says so', async () => {
  await ok('stop')
  await deploymentsEnd(4)
  const { status, body } = await visit(berth.addresses.visitors.http, host)
  assert.equal(status, 503)
  assert.match(body, /stopped/i)
})

test('first push: berth delete removes the application and its domain', async () => {
  const refused = await project.berth('delete')
  assert.notEqual(refused.code, 0, 'without --yes nobody is asked and nothing is deleted')
  await ok('delete', '--yes')
  assert.equal((await visit(berth.addresses.visitors.http, host)).status, 404)
  assert.deepEqual(await json('applications', 'list'), [])
})

/** Waits until the application has this number of deployments and all have ended. */
async function deploymentsEnd(count: number): Promise<void> {
  const { until } = await import('#kit/concurrency/timeout.ts')
  await until(
    async () => {
      const list: { state: string }[] = await json('activity')
      return list.length >= count && list.every(({ state }) => state !== 'WIP')
    },
    { timeout: 300_000, every: 200, what: `the end of ${count} deployments` },
  )
}
