import {
  billingAccountAnswer,
  billingAccountList,
  creditMovementAnswer,
} from '#api/answers/billing/billing-operation.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { accountToWire } from '#api/v4/billing/account-record.ts'
import { currentCredits } from '#api/v4/billing/credits.ts'
import { moneyToWire } from '#api/v4/billing/money.ts'
import { object, oneOf, optional, string } from '#kit/schema.ts'
import { existingOwner } from '#platform/billing/existing-owner.ts'
import { accountOf } from '#platform/billing/invoices/buyer.ts'
import { creditBalance, grantCredit } from '#platform/billing/invoices/credits.ts'
import { decideSuspension } from '#platform/billing/payments/suspension.ts'
import { suspensionDecisions } from '#platform/model/billing/billing-account.ts'

const path = '/v4/berth/billing/owners'
const one = `${path}/:ownerId` as const

export const listSuspendedOwners = endpoint({
  method: 'GET',
  path: `${path}/suspended`,
  access: 'operator',
  summary: 'Lists the owners whose applications are stopped',
  answer: billingAccountList,
  handle: async ({ platform: { store } }) =>
    (await store.billingAccounts.listSuspended()).map((account) => accountToWire(account, [])),
})

export const getOwnerAccount = endpoint({
  method: 'GET',
  path: one,
  access: 'operator',
  summary: 'Shows the billing account of an owner',
  answer: billingAccountAnswer,
  async handle({ platform, params }) {
    const { store } = platform
    const ownerId = await existingOwner(platform, params.ownerId)
    return accountToWire(await accountOf(store, ownerId), await store.heldInvoices.listOf(ownerId))
  },
})

export const putSuspension = endpoint({
  method: 'PUT',
  path: `${one}/suspension`,
  access: 'operator',
  action: 'billing.decide-suspension',
  summary:
    'Stops the applications of an owner, keeps them running whatever is unpaid, or leaves it to the due dates again',
  body: object({ decision: oneOf(...suspensionDecisions) }),
  answer: billingAccountAnswer,
  async handle({ platform, params, body }) {
    const { store } = platform
    const ownerId = await existingOwner(platform, params.ownerId)
    const account = await decideSuspension(platform, ownerId, body.decision)
    return accountToWire(account, await store.heldInvoices.listOf(ownerId))
  },
})

export const postCredit = endpoint({
  method: 'POST',
  path: `${one}/credits`,
  access: 'operator',
  action: 'billing.grant-credit',
  summary: 'Books credit that an owner has prepaid; a negative amount takes it back',
  body: object({ amount: string, currency: optional(string), reason: string }),
  answer: creditMovementAnswer,
  async handle({ platform, params, body }) {
    const ownerId = await existingOwner(platform, params.ownerId)
    const currency = body.currency ?? (await currentCredits(platform)).currency
    const { amount, reason } = body
    const movement = await grantCredit(platform, ownerId, { amount, currency, reason })
    const balance = await creditBalance(platform.store, ownerId, currency)
    return {
      id: movement.id,
      owner_id: ownerId,
      amount: moneyToWire(movement.amount, currency),
      reason: movement.reason,
      balance: moneyToWire(balance, currency),
    }
  },
})
