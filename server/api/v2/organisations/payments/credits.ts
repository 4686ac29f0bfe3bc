import { creditsAnswer } from '#api/answers/billing/prices.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { currentCredits } from '#api/v4/billing/credits.ts'
import { creditBalance } from '#platform/billing/invoices/credits.ts'

export const getCreditCount = endpoint({
  method: 'GET',
  path: '/v2/organisations/:ownerId/credits',
  access: { on: 'owner', may: 'credit' },
  summary:
    'Counts the prepaid credits of an owner, each of which is worth one unit of the currency',
  answer: creditsAnswer,
  async handle({ platform, ownerId }) {
    const { currency } = await currentCredits(platform)
    const count = Number(await creditBalance(platform.store, ownerId, currency))
    return { ownerId, count, dropPrice: { currency, value: 1 } }
  },
})
