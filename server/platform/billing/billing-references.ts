import type { BillingAccount } from '#platform/model/billing/billing-account.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { accountOf } from './invoices/buyer.ts'
import type { Platform } from './platform.ts'

const maxLength = 100

/** Sets what the invoices to come name as cost centre and purchase order; absent ones stay. */
export function setReferences(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
  wanted: Partial<Record<'costCentre' | 'purchaseOrder', string | undefined>>,
): Promise<BillingAccount> {
  for (const text of Object.values(wanted)) {
    if (text !== undefined && (text.length > maxLength || /\p{Cc}/u.test(text))) {
      throw new Refusal('invalid', `A reference is one line of at most ${maxLength} characters.`)
    }
  }
  return store.transaction(async (inside) => {
    const account = await accountOf(inside, ownerId)
    const changed = {
      ...account,
      costCentre: wanted.costCentre ?? account.costCentre,
      purchaseOrder: wanted.purchaseOrder ?? account.purchaseOrder,
    }
    await inside.billingAccounts.put(changed)
    return changed
  })
}
