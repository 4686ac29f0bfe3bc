import type { Platform } from '#platform/marketplace/platform.ts'
import { type Provider, type Stage, stages } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { zonesOf } from './catalogue.ts'

/** Whether every user may order from it. */
export const isPublic = ({ stage }: Pick<Provider, 'stage'>): boolean =>
  stage === 'BETA_PUB' || stage === 'RELEASE'

/**
 * The operator moves a provider to another stage. Every move is allowed except back to ALPHA, because the provider is
 * created only once; a public provider needs a plan and a zone.
 */
export async function moveProvider(
  platform: Pick<Platform, 'store' | 'policies'>,
  providerId: string,
  wanted: string,
): Promise<Provider> {
  const stage = stages.find((known) => known === wanted.toUpperCase())
  if (!stage) {
    throw new Refusal('invalid', `A stage is one of ${stages.join(', ')}.`, {
      fields: { stage: `This must be one of ${stages.join(', ')}.` },
    })
  }
  return platform.store.transaction(async (store) => {
    const provider = await store.providers.find(providerId)
    if (!provider) throw new Refusal('missing', `There is no add-on provider ${providerId}.`)
    if (provider.stage === stage) return provider
    await refuseMove({ store, policies: platform.policies }, provider, stage)
    await store.providers.change(providerId, { stage })
    return { ...provider, stage }
  })
}

async function refuseMove(
  platform: Pick<Platform, 'store' | 'policies'>,
  provider: Provider,
  stage: Stage,
): Promise<void> {
  const { id } = provider
  if (stage === 'ALPHA')
    throw new Refusal('conflict', `${id} was created already: it cannot be ${stage} again.`)
  if (!isPublic({ stage })) return
  if ((await platform.store.plans.listOf(id)).length === 0)
    throw new Refusal('conflict', `${id} has no plan yet: there would be nothing to order.`)
  if (zonesOf(platform, provider).length === 0)
    throw new Refusal('conflict', `${id} is offered in no zone of this platform.`)
}
