import { createHash } from 'node:crypto'
import type { Logo } from '#documents/logo.ts'
import { type InvoiceView, invoiceView, type PartyView } from '#documents/view/invoice-view.ts'
import type { UsageGroup, UsageRow, UsageSection } from '#documents/view/usage-groups.ts'
import { qrCode } from '#kit/qr-code.ts'
import { escapeHtml, html } from '#kit/text/html.ts'
import type { Invoice } from '#platform/model/billing/invoices/invoice.ts'
import { invoiceCss } from './invoice-css.ts'

const styleHash = createHash('sha256').update(invoiceCss).digest('base64')

/** The page has no script, no request and no style but its own. */
export const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** An invoice as a page that is complete in itself: it can be saved, mailed and printed. */
export async function renderInvoiceHtml(invoice: Invoice, logo?: Logo): Promise<string> {
  const view = invoiceView(invoice)
  const code = view.payment.code === null ? '' : codeSvg(await qrCode(view.payment.code))
  const title = escapeHtml(`${view.title} ${view.number}`)
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${invoiceCss}</style>
</head>
<body>
<main>
<header>${sellerMark(view, logo)}<div class="title"><h1>${escapeHtml(view.title)}</h1>${html`<p>${view.number}</p>`}</div></header>
<section class="parties">${party(view.buyer)}${party(view.seller)}${facts(view)}</section>
${paymentPanel(view, code)}
${summary(view)}
${details(view)}
</main>
<footer>${paragraphs(view.legalLines)}</footer>
</body>
</html>
`
}

/** Isolated, so that a name from right to left does not turn what stands beside it. */
const name = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`

const paragraphs = (lines: readonly string[]): string =>
  lines.map((line) => `<p>${name(line)}</p>`).join('')

function sellerMark({ seller }: InvoiceView, logo: Logo | undefined): string {
  if (!logo) return `<p class="mark">${name(seller.name)}</p>`
  const source = `data:${logo.type};base64,${logo.bytes.toString('base64')}`
  return `<img class="mark" src="${source}" alt="${escapeHtml(seller.name)}">`
}

const party = ({ title, name: who, lines }: PartyView): string =>
  `<div><h2>${escapeHtml(title)}</h2><p><strong>${name(who)}</strong></p>${paragraphs(lines)}</div>`

const list = (rows: readonly { label: string; value: string }[]): string =>
  `<dl>${rows.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${name(value)}</dd>`).join('')}</dl>`

const facts = (view: InvoiceView): string =>
  `<div>${list(view.facts.filter(({ value }) => value !== view.number))}</div>`

function paymentPanel({ amount, payment }: InvoiceView, code: string): string {
  const due = html`<h2>${amount.label}</h2><p class="amount">${amount.amount}</p><p class="muted">${amount.hint}</p>`
  const how = `<p><strong>${escapeHtml(payment.sentence)}</strong></p>${payment.facts.length > 0 ? list(payment.facts) : ''}`
  return `<section class="panel"><div>${due}</div><div class="how">${how}</div>${code}</section>`
}

/** One path with a bar for each row of dark modules. */
function codeSvg(rows: readonly string[]): string {
  const bars = rows.flatMap((cells, y) =>
    Array.from(
      cells.matchAll(/1+/g),
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  )
  const size = rows.length
  return `<svg class="code" viewBox="-3 -3 ${size + 6} ${size + 6}" role="img" aria-label="QR code for a SEPA credit transfer"><path d="${bars.join('')}"/></svg>`
}

function summary({ totals, reasons, notes }: InvoiceView): string {
  const rows = totals.map(
    ({ label, amount, weight }) =>
      html`<tr class="${weight}"><th scope="row">${label}</th><td>${amount}</td></tr>`,
  )
  return `<section><h2>Summary</h2><table class="totals"><tbody>${rows.join('')}</tbody></table>${paragraphs([...reasons, ...notes])}</section>`
}

const headings = ['Description', 'Used', 'Quantity', 'Unit price', 'Net']

function details({ sections }: InvoiceView): string {
  if (sections.length === 0) return ''
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('')
  return `<section><h2>Details</h2><table class="usage"><thead><tr>${head}</tr></thead>${sections.map(usageSection).join('')}</table></section>`
}

const usageSection = ({ title, net, groups }: UsageSection): string =>
  `<tbody><tr class="section"><th scope="rowgroup" colspan="4">${escapeHtml(title)}</th><td>${escapeHtml(net)}</td></tr></tbody>${groups.map(usageGroup).join('')}`

function usageGroup({ name: title, net, rows }: UsageGroup): string {
  const [first, ...more] = rows
  if (first && more.length === 0) {
    const below = first.description === '' ? '' : `<br><span>${name(first.description)}</span>`
    return `<tbody><tr class="single"><th scope="row">${name(title)}${below}</th>${numbers(first)}</tr></tbody>`
  }
  const head = `<tr class="group"><th scope="rowgroup" colspan="4">${name(title)}</th><td>${escapeHtml(net)}</td></tr>`
  return `<tbody>${head}${rows.map((row) => `<tr><td>${name(row.description)}</td>${numbers(row)}</tr>`).join('')}</tbody>`
}

const numbers = ({ days, quantity, unitPrice, net }: UsageRow): string =>
  html`<td>${days}</td><td>${quantity}</td><td>${unitPrice}</td><td>${net}</td>`
