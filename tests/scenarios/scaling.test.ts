import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { keepVisiting } from '#tests/support/visitors/visit.ts'

const timeout = 300_000

/** Short windows, so that minutes of load become seconds. */
const settings = {
  BERTH_AUTOSCALE_INTERVAL: '500ms',
  BERTH_AUTOSCALE_UP_AFTER: '3s',
  BERTH_AUTOSCALE_DOWN_AFTER: '4s',
  BERTH_AUTOSCALE_PAUSE: '1s',
}

const files = {
  'package.json': JSON.stringify({ scripts: { start: 'node server.js' } }),
  'server.js': `
    require('node:http').createServer((_, response) => response.end('hello'))
      .listen(8080, '0.0.0.0')`,
}

/** An instance is meant to serve five requests per second; CPU is left out, because the machine may be busy. */
const variables = {
  CC_RUN_COMMAND: 'node server.js',
  CC_AUTOSCALE_REQUESTS: '5',
  CC_AUTOSCALE_CPU_UP: '100',
  CC_AUTOSCALE_CPU_DOWN: '50',
}

test('autoscaling: instances follow a load that grows and ends, both ways, and no request fails', async () => {
  await using berth = await TestBerth.start(settings)
  const application = await PushedApplication.create(berth, 'followed')
  const { client, addresses } = berth
  const { record, project } = application
  await client.environment.replace(record, variables)
  const { state, uuid } = await application.deploy(files)
  assert.equal(state, 'OK', (await application.log(uuid)).join('\n'))

  const clever = async (...words: string[]) => {
    const ran = await project.clever(...words, '--app', record.id, '--no-update-notifier')
    assert.equal(ran.code, 0, ran.output)
    return ran.stdout
  }
  await clever('scale', '--min-instances', '1', '--max-instances', '3', '--build-flavor', 'S')
  assert.match(await clever('status'), /Auto scalability: .*enabled.*Scalers: .*1 to 3/s)

  const scaledTo = (count: number, eachTime: () => Promise<unknown> = async () => {}) =>
    until(
      async () => {
        await eachTime()
        const [newest] = await client.deployments.list(record, { limit: 1 })
        const instances = await client.instances.list(record)
        const up = instances.filter((instance) => instance.state === 'UP')
        return newest?.state === 'OK' && instances.length === count && up.length === count
      },
      { timeout, every: 1000, what: `${count} instances` },
    )
  const load = keepVisiting(addresses.visitors.http, application.host)
  await scaledTo(3)
  const { answers, failures } = await load.stop()
  assert.deepEqual(failures, [], `of ${answers} requests`)
  await scaledTo(1, async () => assert.equal((await application.visit()).status, 200))

  const scalings = (await application.deployments()).filter(({ action }) => action !== 'DEPLOY')
  assert.ok(scalings.every((deployment) => deployment.state === 'OK'))
  const causes = (action: string) =>
    scalings.filter((deployment) => deployment.action === action).map(({ cause }) => cause)
  const reason = /requests per second each for [34] s on [123] instances? of XS$/
  for (const cause of [...causes('UPSCALE'), ...causes('DOWNSCALE')]) assert.match(cause, reason)
  for (const shown of [await clever('activity'), (await application.ok('activity')).stdout])
    assert.match(shown, /UPSCALE.*requests per second each.*DOWNSCALE/s)
  assert.match((await application.ok('status')).stdout, /^Scale +1 × XS \(1 to 3 of XS, scaled by/m)
})
