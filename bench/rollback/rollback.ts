import { type Bench, type Figure, median } from '#bench/support/figure.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

const rounds = 7
const probation = '5s'

/** A version whose build takes a second; the body changes with each start. */
const version = (number: number) => ({
  'package.json': JSON.stringify({ name: 'rolling', version: `${number}.0.0` }),
  'server.js': `
    const body = 'version ${number} since ' + performance.timeOrigin
    require('node:http').createServer((_, response) => response.end(body)).listen(8080, '0.0.0.0')`,
})
const variables = { CC_RUN_COMMAND: 'node server.js', CC_POST_BUILD_HOOK: 'sleep 1' }

/**
 * Time from a rollback to the first response of the earlier release, compared with a restart, which starts the live
 * release without a build; and what the probation does to a restart.
 */
export default {
  name: 'rollback',
  async run() {
    await using berth = await TestBerth.start()
    const application = await PushedApplication.create(berth, 'rolling')
    const { client } = berth
    await client.environment.replace(application.record, variables)
    for (const number of [1, 2]) await application.deploy(version(number))
    const restart = () => client.instances.redeploy(application.record)
    const rollback = () => client.releases.rollback(application.record)
    const [starts, rollbacks] = await alternate(application, [restart, rollback])
    await client.environment.replace(application.record, {
      ...variables,
      CC_PROBATION: probation,
    })
    await measure(application, restart)
    const [onProbation = []] = await alternate(application, [restart])
    return [
      figure('rollback, first visitor', 'restart', rollbacks, starts, 1.25),
      figure('restart with a probation, first visitor', 'without', onProbation, starts, 1.25),
      {
        name: `restart with a probation of ${probation}, OK`,
        value: median(onProbation.map(({ ended }) => ended)),
        unit: 'ms',
      },
    ]
  },
} satisfies Bench

/** Milliseconds until a visitor gets another process, and until the deployment has ended. */
interface Times {
  visited: number
  ended: number
}

async function alternate(
  application: PushedApplication,
  requests: (() => Promise<{ deploymentId: string }>)[],
): Promise<Times[][]> {
  const times: Times[][] = requests.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, request] of requests.entries()) {
      times[index]?.push(await measure(application, request))
    }
  }
  return times
}

async function measure(
  application: PushedApplication,
  request: () => Promise<{ deploymentId: string }>,
): Promise<Times> {
  const before = (await application.visit()).body
  const begin = performance.now()
  const { deploymentId } = await request()
  const wait = { timeout: 60_000, every: 5, what: 'the start' }
  await until(async () => (await application.visit()).body !== before, wait)
  const visited = performance.now() - begin
  const { deployments } = application.berth.client
  await until(
    async () => {
      const { state } = await deployments.get(application.record, deploymentId)
      if (state === 'FAIL') throw new Error(`${deploymentId} failed`)
      return state === 'OK'
    },
    { ...wait, every: 20 },
  )
  const ended = performance.now() - begin
  // The previous instance has stopped, so that it does not disturb the next round.
  await until(
    async () => (await application.berth.client.instances.list(application.record)).length === 1,
    { ...wait, every: 20 },
  )
  return { visited, ended }
}

function figure(
  name: string,
  reference: string,
  ours: Times[] | undefined,
  theirs: Times[] | undefined,
  budget: number,
): Figure {
  const visited = (times: Times[] = []) => median(times.map((time) => time.visited))
  const [value, referenceValue] = [visited(ours), visited(theirs)]
  return {
    name,
    value,
    unit: 'ms',
    reference,
    referenceValue,
    ratio: value / referenceValue,
    budget,
  }
}
