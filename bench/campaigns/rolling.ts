import type { Bench, Figure } from '#bench/support/figure.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'
import { type Campaign, openCampaign } from './support/campaign.ts'
import { visitorFigures } from './support/visitor-figures.ts'

const domainPause = 500

/** Requests of all kinds while one version after the other is deployed. */
export default {
  name: 'rolling',
  async run({ count = 100 }) {
    await using berth = await TestBerth.start()
    return await rollUnderLoad(await openCampaign(berth, 'rolling'), count)
  },
} satisfies Bench

export async function rollUnderLoad(campaign: Campaign, count: number): Promise<Figure[]> {
  const { commits } = campaign
  const visitors = await campaign.visitors({ isHeavy: true })
  const domains = { asked: 0, failures: [] as string[] }
  let isOver = false
  const changingDomains = changeDomains(campaign, domains, () => isOver)
  let live = 0
  try {
    for (let round = 0; round < count; round++) {
      const { state } = await campaign.redeploy(commits[round % commits.length])
      if (state === 'OK') live++
    }
  } finally {
    isOver = true
    await Promise.all([visitors.stop(), changingDomains])
  }
  for (const failure of domains.failures) console.error(failure)
  const during = `during ${count} rolling deployments`
  const unseen = count - (visitors.seen.deployments.size - 1)
  return [
    ...visitorFigures(visitors.seen, during),
    { name: 'domains added and removed meanwhile', value: domains.asked, unit: '' },
    {
      name: 'domains that did not lead to the application',
      value: domains.failures.length,
      unit: '',
      samples: domains.asked,
      budget: 0,
    },
    {
      name: 'deployments that did not go live',
      value: count - live,
      unit: '',
      samples: count,
      budget: 0,
    },
    { name: 'versions that no visitor saw', value: unseen, unit: '', samples: count, budget: 0 },
  ]
}

/** Adds a domain, visits it and removes it, one after the other. */
async function changeDomains(
  { berth, pushed }: Campaign,
  seen: { asked: number; failures: string[] },
  isOver: () => boolean,
): Promise<void> {
  const { domains } = berth.client
  while (!isOver()) {
    const name = `number-${seen.asked++}.rolling.example.com`
    try {
      await domains.add(pushed.record, name)
      const { status } = await visit(berth.addresses.visitors.http, name)
      if (status !== 200) seen.failures.push(`${name}: ${status}`)
      await domains.remove(pushed.record, name)
    } catch (error) {
      seen.failures.push(`${name}: ${(error as Error).message}`)
    }
    await sleep(domainPause)
  }
}
