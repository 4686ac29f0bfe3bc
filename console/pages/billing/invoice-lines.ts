import type { Invoice } from '#client/resources/billing/invoices.ts'
import type { Money } from '#client/resources/billing/money.ts'
import { duration } from '#console/format/times.ts'

interface ShownLine {
  key: string
  name: string
  detail: string
  price: Money
}

/** The lines of an invoice in one list, whatever they are for. */
export function linesOf(invoice: Invoice): ShownLine[] {
  const lines = [
    ...invoice.uptimes.flatMap(({ app_name, details }) =>
      details.map(({ kind, flavor, zone, seconds, price }) => ({
        name: app_name,
        detail: `${kind} ${flavor}, ${zone}, ${duration(seconds * 1000)}`,
        price,
      })),
    ),
    ...invoice.countables.map(({ name, plan, quantity, unit, price }) => ({
      name,
      detail: `${plan}, ${quantity} ${unit}`,
      price,
    })),
    ...invoice.vendor_consumption.map(({ name, description, price }) => ({
      name,
      detail: description,
      price,
    })),
    ...invoice.classic.map(({ description, price }) => ({ name: description, detail: '', price })),
  ]
  return lines.map((line, at) => ({ key: String(at), ...line }))
}
