import type { Bench, Figure } from '#bench/support/figure.ts'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import { leftOf } from '#tests/support/engine/machine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type Campaign, openCampaign } from './support/campaign.ts'
import { visitorFigures } from './support/visitor-figures.ts'

/** `kill -9` of the server at random moments of deployments, with visitors. */
export default {
  name: 'kills',
  async run({ count = 200 }) {
    await using berth = await TestBerth.start()
    return await killUnderLoad(await openCampaign(berth, 'kills'), count)
  },
} satisfies Bench

export async function killUnderLoad(campaign: Campaign, count: number): Promise<Figure[]> {
  const { berth, pushed, commits } = campaign
  await standbyOf(berth)
  const before = await countLeft(berth)
  const begin = performance.now()
  await campaign.redeploy(commits[0])
  const duration = performance.now() - begin
  const visitors = await campaign.visitors()
  const seen = { stuck: 0, lost: 0, doubled: 0 }
  try {
    for (let round = 0; round < count; round++) {
      const known = (await pushed.deployments()).length
      const commit = commits[round % commits.length]
      const requested = berth.client.instances.redeploy(pushed.record, { commit }).then(
        () => true,
        () => false,
      )
      await sleep(Math.random() * duration)
      await berth.signal('SIGKILL')
      const isAcknowledged = await requested
      await berth.start()
      const all = await campaign.settled().catch(() => undefined)
      if (!all) {
        seen.stuck++
        break
      }
      const added = all.slice(0, all.length - known)
      if (isAcknowledged && added.filter(({ state }) => state === 'OK').length === 0) seen.lost++
      if (added.length > 1) seen.doubled++
    }
  } finally {
    await visitors.stop()
  }
  const leftOver = await leftAfter(berth, before)
  const during = `during ${count} kills of the server`
  return [
    ...visitorFigures(visitors.seen, during),
    { name: `deployments stuck ${during}`, value: seen.stuck, unit: '', samples: count, budget: 0 },
    { name: `deployments lost ${during}`, value: seen.lost, unit: '', samples: count, budget: 0 },
    {
      name: `deployments doubled ${during}`,
      value: seen.doubled,
      unit: '',
      samples: count,
      budget: 0,
    },
    {
      name: `left over after ${count} kills`,
      value: leftOver,
      unit: '',
      samples: count,
      budget: 0,
    },
  ]
}

/** The router's standby starts after the router: counted without it, the platform would seem to grow by a process. */
async function standbyOf(berth: TestBerth): Promise<void> {
  const isThere = async () =>
    (await leftOf(berth.data)).some((name) => name.includes('berth-router-standby'))
  await until(isThere, { timeout: endTimeout, what: 'the standby of the router' })
}

/** Processes, namespaces and control groups of the data folder, apart from those of short commands. */
async function countLeft(berth: TestBerth): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    least = Math.min(least, (await leftOf(berth.data)).length)
    await sleep(200)
  }
  return least
}

const endTimeout = 60_000

/** What is left above the count from before, once the instances of the last replaced version had time to end. */
async function leftAfter(berth: TestBerth, before: number): Promise<number> {
  const deadline = performance.now() + endTimeout
  while ((await countLeft(berth)) > before && performance.now() < deadline) await sleep(1000)
  const left = await leftOf(berth.data)
  if (left.length > before) process.stderr.write(`left over:\n${left.join('\n')}\n`)
  return Math.max(0, left.length - before)
}
