import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import type { Addon } from '#client/resources/marketplace/addons.ts'

/** Monthly price of a plan, as text. */
export const priceText = (price: number): string =>
  price === 0 ? 'free' : `${price.toFixed(2)} €/month`

/** Human-readable description of an add-on; empty fields are omitted. */
export function addonText(addon: Addon, applications: readonly Application[]): string {
  const rows = [
    ['Name', addon.name],
    ['Id', addon.id],
    ['Real id', addon.realId],
    ['Provider', `${addon.provider.name} (${addon.provider.id})`],
    ['Plan', `${addon.plan.name} (${addon.plan.slug}), ${priceText(addon.plan.price)}`],
    ['Zone', addon.region],
    ['State', addon.state],
    ['Problem', addon.trouble],
    ['Message', addon.message],
    ['Variables', addon.configKeys.join(', ')],
    ['Linked to', applications.map(({ name, id }) => `${name} (${id})`).join(', ')],
    ['Created', new Date(addon.creationDate).toISOString()],
  ]
  return table(
    rows
      .filter(([, value]) => value !== '')
      .map(([title = '', value = '']) => [title, printable(value)]),
  )
}
