import type { Bench, Figure } from '#bench/support/figure.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type Campaign, openCampaign } from './support/campaign.ts'
import { badEnds, campaignFiles } from './support/campaign-files.ts'
import { visitorFigures } from './support/visitor-figures.ts'

const deadline = 'CC_HEALTH_CHECK_DEADLINE'

/** Requests to the old version while bad versions are deployed. */
export default {
  name: 'bad-deployments',
  async run({ count = 50 }) {
    await using berth = await TestBerth.start()
    return await deployBadVersions(await openCampaign(berth, 'bad-deployments'), count)
  },
} satisfies Bench

export async function deployBadVersions(campaign: Campaign, count: number): Promise<Figure[]> {
  const { berth, pushed } = campaign
  const { environment } = berth.client
  // Only for bad versions, because a good one may start slowly on a busy machine.
  await environment.set(pushed.record, { name: deadline, value: '3s' })
  const visitors = await campaign.visitors()
  const kinds = Object.entries(badEnds)
  let live = 0
  try {
    for (let round = 0; round < count; round++) {
      const [kind = '', end = ''] = kinds[round % kinds.length] ?? []
      const { state } = await pushed.deploy(campaignFiles(`${kind} ${round}`, end))
      if (state !== 'FAIL') {
        console.error(`${kind}: the deployment ended with ${state}`)
        live++
      }
    }
    await campaign.settled()
  } finally {
    await visitors.stop()
    await environment.unset(pushed.record, deadline)
  }
  const during = `during ${count} bad deployments`
  return [
    ...visitorFigures(visitors.seen, during),
    { name: 'bad deployments that did not fail', value: live, unit: '', samples: count, budget: 0 },
    {
      name: 'other versions that visitors saw',
      value: visitors.seen.deployments.size - 1,
      unit: '',
      samples: visitors.seen.sent,
      budget: 0,
    },
  ]
}
