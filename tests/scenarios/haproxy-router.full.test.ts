import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import { keepVisiting, visit } from '#tests/support/visitors/visit.ts'

test('HAProxy: an application is pushed, served, replaced without a failed request and logged, and HAProxy outlives the server', async () => {
  await using berth = await TestBerth.start({ BERTH_ROUTER: 'haproxy' })
  const project = await Project.create(berth, 'hello', 'hello')
  const ok = async (...args: string[]) => {
    const ran = await project.berth(...args)
    assert.equal(ran.code, 0, `berth ${args.join(' ')}:\n${ran.output}`)
    return ran
  }
  await ok('login', '--local', '--data', berth.data)
  const { organisationId } = berth.admin
  await ok('create', '--type', 'node', 'hello', '--region', 'par', '--org', organisationId)
  const { output } = await ok('open', '--print')
  const host = new URL(output.trim().split('\n').at(-1) ?? '').hostname
  const { http } = berth.addresses.visitors
  assert.equal((await visit(http, host)).status, 503)

  await ok('env', 'set', 'NAME', 'Ada')
  await ok('deploy')
  assert.equal((await visit(http, host)).body, 'Hello Ada, this is version 1.\n')

  await using visitors = keepVisiting(http, host)
  await ok('env', 'set', 'VERSION', '2')
  await project.write({ 'news.txt': 'second version' })
  await project.commit('Second version')
  await ok('deploy')
  const { answers, failures, bodies } = await visitors.stop()
  assert.deepEqual(failures, [])
  assert.ok(answers > 0)
  assert.ok(bodies.includes('Hello Ada, this is version 2.\n'))

  const isLogged = async () => {
    const { stdout } = await ok(
      'accesslogs',
      '--until',
      new Date().toISOString(),
      '--format',
      'json',
    )
    return stdout.includes('"statusCode":200') || /"statusCode": 200/.test(stdout)
  }
  await until(isLogged, { timeout: 300_000, every: 500, what: 'a line of the access log' })

  await berth.signal('SIGKILL')
  assert.equal((await visit(http, host)).body, 'Hello Ada, this is version 2.\n')
})
