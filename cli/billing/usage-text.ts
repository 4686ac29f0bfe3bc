import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Usage, UseRecord } from '#client/resources/billing/usage.ts'
import { dayText, durationText, moneyText, monthsText } from './invoice-text.ts'

const barWidth = 40

/** A month as a table of what was used, a bar for each day, and totals. */
export function usageText(usage: Usage): string {
  if (usage.metered.length === 0 && usage.items.length === 0) return 'Nothing was used.'
  return [table(rowsOf(usage)), dayBars(usage), table(totalsOf(usage))].join('\n\n')
}

/** Priced lines, then what was free. */
function rowsOf(usage: Usage): string[][] {
  const keyOf = ({ kind, resource_id, flavor_or_plan, zone }: Omit<UseRecord, 'price'> | Free) =>
    [kind, resource_id, flavor_or_plan, zone].join('\n')
  const priced = new Set(usage.items.map(keyOf))
  const free = usage.metered.filter((use) => !priced.has(keyOf(use)))
  return [
    ...usage.items.map((item) => [...whatText(item), quantityText(item), moneyText(item.price)]),
    ...free.map((use) => [...whatText(use), durationText(use.seconds), 'free']),
  ]
}

type Free = Usage['metered'][number]

const whatText = ({
  kind,
  resource_name,
  preview_of,
  flavor_or_plan,
  zone,
}: Free | UseRecord): string[] => [
  printable(resource_name) + (preview_of ? ' (preview)' : ''),
  { runtime: 'instances', build: 'builds', addon: 'add-on' }[kind as string] ?? kind,
  flavor_or_plan,
  zone,
]

function quantityText({ unit, quantity }: UseRecord): string {
  if (unit === 'second') return durationText(Number(quantity))
  return unit === 'month' ? `${monthsText(Number(quantity))} months` : ''
}

/** Costs of each day as bars; seconds while everything is free. */
function dayBars({ days }: Usage): string {
  const isFree = days.every(({ total_tax_excluded }) => total_tax_excluded.amount === 0)
  const valueIn = (day: Usage['days'][number]) =>
    isFree ? day.seconds : day.total_tax_excluded.amount
  const max = Math.max(...days.map(valueIn), 0)
  return table(
    days.map((day) => [
      day.day.slice(5),
      bar(max === 0 ? 0 : valueIn(day) / max).padEnd(barWidth),
      isFree ? durationText(day.seconds) : moneyText(day.total_tax_excluded),
    ]),
  )
}

/** Anything above nothing is visible. */
const bar = (part: number): string =>
  part <= 0 ? '' : '█'.repeat(Math.max(1, Math.round(part * barWidth)))

function totalsOf({ so_far, forecast, end_date, month }: Usage): string[][] {
  const isOver = Date.parse(end_date) <= Date.now()
  const soFar = [
    [isOver ? `Total of ${month}` : 'So far', moneyText(so_far.total_tax_excluded)],
    ['  with VAT', moneyText(so_far.total)],
  ]
  if (isOver) return soFar
  const last = dayText(new Date(Date.parse(end_date) - 1).toISOString())
  return [
    ...soFar,
    [`Expected until ${last}`, moneyText(forecast.total_tax_excluded)],
    ['  with VAT', moneyText(forecast.total)],
  ]
}
