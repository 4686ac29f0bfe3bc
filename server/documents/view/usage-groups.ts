import { amountOf, sumOf } from '#platform/model/billing/amount.ts'
import type { Invoice, InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import { moneyText } from '#platform/model/billing/rounding.ts'
import { formatDays, formatMoney, formatQuantity, formatUnitPrice } from './format.ts'
import { printable } from './printable-text.ts'

/** Lines of one kind of resource. */
export interface UsageSection {
  title: string
  net: string
  groups: readonly UsageGroup[]
}

/** Lines of one application or add-on. */
export interface UsageGroup {
  name: string
  net: string
  rows: readonly UsageRow[]
}

export interface UsageRow {
  description: string
  days: string
  quantity: string
  unitPrice: string
  net: string
}

/** Title of the section that no discount is on. */
export const creditsTitle = 'Free credits'

const sections: readonly { title: string; kinds: readonly InvoiceLine['kind'][] }[] = [
  { title: 'Applications', kinds: ['runtime', 'build'] },
  { title: 'Add-ons', kinds: ['addon', 'consumption'] },
  { title: 'Other', kinds: ['other'] },
  { title: creditsTitle, kinds: ['credit'] },
]

const previewsTitle = 'Previews'

type InvoiceLines = Pick<Invoice, 'lines' | 'currency'>

/** All lines by kind and resource, in the order in which each first occurs; those of previews are apart. */
export function usageSections({ lines, currency }: InvoiceLines): readonly UsageSection[] {
  const isOfPreview = ({ previewOf }: InvoiceLine) => previewOf !== undefined
  const parts = sections.map(({ title, kinds }) => ({
    title,
    own: lines.filter((line) => kinds.includes(line.kind) && !isOfPreview(line)),
  }))
  // After applications and add-ons, of which previews have both.
  parts.splice(2, 0, { title: previewsTitle, own: lines.filter(isOfPreview) })
  return parts.flatMap(({ title, own }) => {
    if (own.length === 0) return []
    const byResource = Map.groupBy(own, (line) => line.resourceId || line.description)
    return [
      {
        title,
        net: netOf(own, currency),
        groups: [...byResource.values()].map((lines) => groupOf(lines, currency)),
      },
    ]
  })
}

function groupOf(lines: readonly InvoiceLine[], currency: string): UsageGroup {
  const [first] = lines
  return {
    name: printable(first?.resourceName || first?.description || ''),
    net: netOf(lines, currency),
    rows: lines.map((line) => ({
      description: descriptionOf(line),
      days: formatDays(line),
      quantity: formatQuantity(line),
      unitPrice: formatUnitPrice(line, currency),
      net: formatMoney(line.net, currency),
    })),
  }
}

const kindWords: Partial<Record<InvoiceLine['kind'], string>> = {
  runtime: 'instances, ',
  addon: 'plan ',
}

/** Without the resource's name in front, which the group shows already. */
function descriptionOf({ kind, description, resourceName }: InvoiceLine): string {
  if (resourceName === '' || description === resourceName) return ''
  const prefix = `${resourceName}: `
  const rest = description.startsWith(prefix)
    ? `${kindWords[kind] ?? ''}${description.slice(prefix.length)}`
    : description
  return printable(rest.charAt(0).toUpperCase() + rest.slice(1))
}

const netOf = (lines: readonly InvoiceLine[], currency: string): string =>
  formatMoney(moneyText(sumOf(lines.map(({ net }) => amountOf(net))), currency), currency)
