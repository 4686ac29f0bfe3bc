import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deployBadVersions } from '#bench/campaigns/bad-deployments.ts'
import { killUnderLoad } from '#bench/campaigns/kills.ts'
import { rollUnderLoad } from '#bench/campaigns/rolling.ts'
import { killRouterUnderLoad } from '#bench/campaigns/router-kills.ts'
import { replaceRouterUnderLoad } from '#bench/campaigns/router-replacement.ts'
import { type Campaign, openCampaign } from '#bench/campaigns/support/campaign.ts'
import { describeFigure, type Figure, isMeasured, isOver } from '#bench/support/figure.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Fifty requests per second of each client detect a gap. */
const pause = 20

/** The campaigns of `bench/campaigns/` with a few turns each, and without their time budgets. */
let berth: TestBerth
let campaign: Campaign

before(async () => {
  berth = await TestBerth.start()
  campaign = await openCampaign(berth, 'campaigns', { pause })
})
after(() => berth?.[Symbol.asyncDispose]())

function assertKept(figures: Figure[]): void {
  const isMissed = (figure: Figure) => isOver(figure) || !isMeasured(figure)
  const over = figures.filter((figure) => figure.unit !== 'ms' && isMissed(figure))
  assert.deepEqual(over.map(describeFigure), [])
}

test('campaign: no request of any kind fails during rolling deployments', async () => {
  assertKept(await rollUnderLoad(campaign, 2))
})

test('campaign: visitors of the old version notice nothing of bad deployments', async () => {
  assertKept(await deployBadVersions(campaign, 5))
})

test('campaign: a killed server leaves nothing stuck, lost, doubled or left over', async () => {
  assertKept(await killUnderLoad(campaign, 2))
})

test('campaign: visitors are back after kills of the router', async () => {
  const [slowest] = await killRouterUnderLoad(campaign, 2)
  assert.ok(Number.isFinite(slowest?.value))
})

test('campaign: no request fails while the router is replaced', async () => {
  assertKept(await replaceRouterUnderLoad(campaign, 1))
})
