import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationLoad, ApplicationMetrics } from '#client/resources/applications/metrics.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

const visits = 20

test('metrics: what a real instance uses and answers is seen by the tool', async () => {
  await using berth = await TestBerth.lease()
  const application = await PushedApplication.create(berth, 'measured')
  const before = await application.ok('metrics')
  assert.match(before.output, /measured has no metrics from /)
  assert.equal((await application.deploy(webServer('hello'))).state, 'OK')
  for (let count = 0; count < visits; count++) {
    assert.equal((await application.visit(count === 0 ? '/odd' : '/')).status, 200)
  }

  const read = async (...words: string[]): Promise<ApplicationMetrics> =>
    JSON.parse((await application.ok('metrics', '--format', 'json', ...words)).stdout)
  const sumOf = ({ points }: Pick<ApplicationMetrics, 'points'>) =>
    points.reduce((sum, { requests }) => sum + requests, 0)
  const found = await until(
    async () => {
      const metrics = await read('--instances')
      return sumOf(metrics) >= visits && metrics
    },
    { timeout: 300_000, every: 1000, what: 'samples of all visits' },
  )
  const [instance] = await berth.client.instances.list(application.record)
  assert.ok(instance)
  const own = found.instances.find(({ instanceId }) => instanceId === instance.id)
  assert.equal(own?.number, 0)
  assert.equal(own.flavor, instance.flavor.name)
  const point = own.points.at(-1)
  assert.ok((point?.cpu ?? -1) >= 0 && (point?.memoryBytes ?? 0) > 1_000_000)
  assert.ok((point?.memoryPercent ?? 0) > 0)
  assert.ok(own.points.some(({ receivedBytes, sentBytes }) => receivedBytes && sentBytes))
  const busiest = own.points.find(({ requests }) => requests > 0)
  assert.ok((busiest?.latency?.p50 ?? 0) > 0)
  const good = own.points.reduce((sum, { status }) => sum + status['2xx'], 0)
  assert.equal(good, visits)
  const ok = own.points.reduce((sum, { statusCodes }) => sum + (statusCodes['200'] ?? 0), 0)
  assert.equal(ok, visits)
  assert.equal(sumOf(await read('--instance', '0')), visits)
  const never = await application.project.type('metrics', '--instance', instance.deployId)
  assert.match(never.output, /had no instance deployment_/)

  const text = (await application.ok('metrics', '--since', '10m')).stdout
  assert.match(text, /^Memory +.*%/m)
  const loads: ApplicationLoad[] = JSON.parse(
    (await application.ok('top', '--format', 'json', '--app', 'measured')).stdout,
  )
  assert.equal(loads[0]?.instances[0]?.instanceId, instance.id)
  assert.match((await application.ok('top', '--once')).stdout, /^measured +0 +/m)
})
