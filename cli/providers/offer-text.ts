import { priceText } from '#cli/addons/addon-text.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Plan } from '#client/resources/marketplace/offers.ts'
import type { Offer } from '#client/resources/marketplace/providers.ts'

export const plansText = (plans: readonly Plan[]): string =>
  printable(
    table(
      plans.map(({ slug, name, price, features }) => [
        ...[slug, name, priceText(price)],
        features.map((feature) => `${feature.name}: ${feature.value}`).join(', '),
      ]),
    ),
  )

/** Who may order at each stage. */
const audience: Readonly<Record<string, string>> = {
  ALPHA: 'in development: only its organisation can order',
  BETA_PRIV: 'private beta: its organisation and its testers can order',
  BETA_PUB: 'public beta: everyone can order',
  RELEASE: 'everyone can order',
  DELETED: 'no new orders',
}

/** Human-readable description of a provider; empty fields are omitted. */
export function offerText(terminal: Pick<Terminal, 'paint'>, offer: Offer): string {
  const rows = [
    ['Id', offer.id],
    ['Name', offer.name],
    ['Stage', `${offer.status} (${audience[offer.status] ?? ''})`],
    ['Zones', offer.regions.join(', ') || 'none'],
    ['About', offer.shortDesc],
    ['Website', offer.website],
    ['Support', offer.supportEmail],
  ]
  const features = offer.features.map(({ name, type }) => [name, type])
  return [
    printable(table(rows.filter(([, value]) => value !== ''))),
    `\n${terminal.paint('bold', 'Plans')}`,
    offer.plans.length > 0
      ? plansText(offer.plans)
      : `None yet. \`berth provider plans add ${offer.id} <slug> --price <euros>\` adds one.`,
    ...(features.length > 0 ? [`\n${terminal.paint('bold', 'Features')}`, table(features)] : []),
  ].join('\n')
}
