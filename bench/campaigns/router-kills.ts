import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, type Figure, median } from '#bench/support/figure.ts'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import { notedProcess } from '#routers/control/end-router.ts'
import { routerOf } from '#tests/support/engine/machine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type Campaign, openCampaign } from './support/campaign.ts'

const load = 4
const inARow = 10

/**
 * `kill -9` of the router, with visitors: time from the kill to the next answer of a new connection. First when its
 * standby waits, then ten times in a row without any pause.
 */
export default {
  name: 'router-kills',
  async run({ count = 20 }) {
    await using berth = await TestBerth.start()
    return await killRouterUnderLoad(await openCampaign(berth, 'router-kills'), count)
  },
} satisfies Bench

export async function killRouterUnderLoad(campaign: Campaign, count: number): Promise<Figure[]> {
  const { berth, pushed } = campaign
  let isOver = false
  const keepVisiting = async () => {
    while (!isOver) {
      await pushed.visit().catch(() => {})
      await sleep(5)
    }
  }
  const visitors = Array.from({ length: load }, keepVisiting)
  const killRepeatedly = async (rounds: number, isStandbyAwaited: boolean) => {
    const absences: number[] = []
    for (let round = 0; round < rounds; round++) {
      const isReady = () => hasStandby(berth.data)
      if (isStandbyAwaited) await until(isReady, { timeout: 60_000, what: 'a standby' })
      const killed = routerOf(berth.data)
      process.kill(killed, 'SIGKILL')
      const begin = performance.now()
      const isBack = () =>
        pushed.visit().then(
          ({ status }) => status === 200,
          () => false,
        )
      await until(isBack, { timeout: 60_000, every: 2, what: 'an answer of the next router' })
      absences.push(performance.now() - begin)
      await until(() => routerOf(berth.data) !== killed, { timeout: 10_000, what: 'its PID' })
    }
    return absences
  }
  let absences: number[]
  let rapid: number[]
  try {
    absences = await killRepeatedly(count, true)
    rapid = await killRepeatedly(Math.min(count, inARow), false)
  } finally {
    isOver = true
    await Promise.all(visitors)
  }
  const name = `from the router's kill to the next answer, ${count} times`
  return [
    { name: `${name}, slowest`, value: Math.max(...absences), unit: 'ms', budget: 200 },
    { name: `${name}, median`, value: median(absences), unit: 'ms' },
    {
      name: `${rapid.length} kills of the router in a row, slowest`,
      value: Math.max(...rapid),
      unit: 'ms',
      budget: 1000,
    },
    { name: `${rapid.length} kills in a row, median`, value: median(rapid), unit: 'ms' },
  ]
}

/** Whether a standby of the router has loaded its program. */
function hasStandby(data: string): boolean {
  const pid = notedProcess(join(data, 'router'), 'standby')
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('berth-router-standby')
  } catch {
    return false
  }
}
