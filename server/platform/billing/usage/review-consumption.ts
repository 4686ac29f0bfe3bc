import type { Platform } from '#platform/billing/platform.ts'
import type { ConsumptionId } from '#platform/model/ids.ts'
import type { Consumption } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** The operator decides about a provider's charge that was held; the next run of invoices goes by it. */
export async function reviewConsumption(
  { store }: Pick<Platform, 'store'>,
  id: ConsumptionId,
  state: 'accepted' | 'rejected',
): Promise<Consumption> {
  return store.transaction(async (inside) => {
    const consumption = await inside.consumptions.find(id)
    if (!consumption) throw new Refusal('missing', `There is no consumption ${id}.`)
    if (!(await inside.consumptions.decide(id, state))) {
      throw new Refusal('conflict', `The consumption is ${consumption.state} already.`)
    }
    return { ...consumption, state }
  })
}
