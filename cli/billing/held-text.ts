import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { HeldConsumption, HeldInvoice } from '#client/resources/billing/operation.ts'
import { dayText, moneyText } from './invoice-text.ts'

/** A row for each month that could not be invoiced. */
export const heldTable = (held: readonly HeldInvoice[]): string =>
  table(
    held.map(({ owner_id, month, net, sentence }) => [
      ...[owner_id, month, moneyText(net), printable(sentence)],
    ]),
  )

/** A row for each charge that waits for a decision. */
export const consumptionTable = (held: readonly HeldConsumption[]): string =>
  table(
    held.map(({ id, date, provider_id, owner_id, addon_name, cost }) => [
      ...[id, dayText(date), provider_id, owner_id, printable(addon_name), `${cost} EUR`],
    ]),
  )
