import type { Bench, Figure } from '#bench/support/figure.ts'
import { routerOf } from '#tests/support/engine/machine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type Campaign, openCampaign } from './support/campaign.ts'
import { visitorFigures } from './support/visitor-figures.ts'

/** Requests of all kinds while the router is replaced, as after an update of the platform. */
export default {
  name: 'router-replacement',
  async run({ count = 5 }) {
    await using berth = await TestBerth.start()
    return await replaceRouterUnderLoad(await openCampaign(berth, 'router-replacement'), count)
  },
} satisfies Bench

/** A router of another version or with other settings is replaced by the same steps; here, settings differ. */
export async function replaceRouterUnderLoad(
  { berth, visitors, settled }: Campaign,
  count: number,
): Promise<Figure[]> {
  const loading = await visitors({ isHeavy: true })
  let replaced = 0
  try {
    for (let round = 0; round < count; round++) {
      const before = routerOf(berth.data)
      await berth.signal('SIGTERM')
      berth.settings.BERTH_TRUSTED_PROXIES = `127.1.0.${round + 1}`
      await berth.start()
      await settled()
      if (routerOf(berth.data) !== before) replaced++
    }
  } finally {
    await loading.stop()
  }
  const during = `during ${count} replacements of the router`
  return [
    ...visitorFigures(loading.seen, during),
    {
      name: 'routers that were not replaced',
      value: count - replaced,
      unit: '',
      samples: count,
      budget: 0,
    },
  ]
}
