import { newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/billing/platform.ts'
import { amountOf, isDecimal, sumOf, textOf } from '#platform/model/billing/amount.ts'
import type { CreditMovement } from '#platform/model/billing/invoices/credit.ts'
import { isCurrency, moneyText, roundMoney } from '#platform/model/billing/rounding.ts'
import type { InvoiceNumber, OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'

/** Prepaid credit of an owner in a currency. */
export async function creditBalance(
  store: Store,
  ownerId: OwnerId,
  currency: string,
): Promise<string> {
  const movements = await store.credits.listOf(ownerId)
  const own = movements.filter((movement) => movement.currency === currency)
  return textOf(sumOf(own.map(({ amount }) => amountOf(amount))))
}

/** Writes a movement, inside a transaction. */
export async function moveCredit(
  store: Store,
  movement: Omit<CreditMovement, 'id'>,
): Promise<CreditMovement> {
  const added: CreditMovement = { ...movement, id: newId('credit') }
  await store.credits.add(added)
  return added
}

/** Books credit that an owner has paid for in advance; a negative amount takes it back. */
export async function grantCredit(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  ownerId: OwnerId,
  { amount, currency, reason }: { amount: string; currency: string; reason: string },
): Promise<CreditMovement> {
  if (!isCurrency(currency)) {
    throw new Refusal('invalid', 'The currency must be one of ISO 4217, such as EUR.')
  }
  if (!/^-?\d{1,9}(\.\d{1,6})?$/.test(amount) || !isDecimal(amount) || amountOf(amount).eq(0)) {
    throw new Refusal('invalid', 'The amount must be a decimal such as 50.00.')
  }
  const money = roundMoney(amountOf(amount), currency)
  if (!money.eq(amount)) {
    throw new Refusal('invalid', `The amount has more decimals than ${currency}.`)
  }
  return store.transaction(async (inside) => {
    const balance = amountOf(await creditBalance(inside, ownerId, currency))
    if (balance.plus(money).lt(0)) {
      throw new Refusal('conflict', `There is only ${moneyText(balance, currency)} ${currency}.`)
    }
    return moveCredit(inside, {
      ownerId,
      amount: moneyText(money, currency),
      currency,
      reason,
      invoiceNumber: null,
      createdAt: clock(),
    })
  })
}

/** Gives back what an invoice has used, inside a transaction. */
export const giveBackCredit = (
  store: Store,
  { ownerId, currency }: { ownerId: OwnerId; currency: string },
  amount: string,
  { invoiceNumber, createdAt }: { invoiceNumber: InvoiceNumber; createdAt: number },
): Promise<CreditMovement> =>
  moveCredit(store, {
    ownerId,
    amount,
    currency,
    reason: `Credit note ${invoiceNumber}`,
    invoiceNumber,
    createdAt,
  })
