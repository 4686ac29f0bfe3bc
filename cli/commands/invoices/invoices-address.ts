import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Organisation } from '#client/resources/accounts/organisations.ts'
import type { BillingAccount } from '#client/resources/billing/operation.ts'

const text = (summary: string) => ({ type: 'string', value: 'text', summary }) as const

export const invoicesAddress = defineCommand({
  words: 'invoices address',
  summary: 'Show or change the address and the references on future invoices',
  description: [
    'Invoices need a street, a city and a country. Without them a month is on hold; it is invoiced within an hour after',
    'they are complete. An empty text clears a field. Issued invoices never change.',
  ].join('\n'),
  options: {
    company: text('Name of the company'),
    street: text('Street and number'),
    zipcode: text('Postal code'),
    city: text('City'),
    country: { type: 'string', value: 'code', summary: 'Such as FR' },
    vat: { type: 'string', value: 'number', summary: 'VAT number, such as FR40303265045' },
    email: { type: 'string', value: 'address', summary: 'Also sends invoices to this address' },
    'cost-center': text('Cost center, as printed'),
    'purchase-order': text('Number of your order, as printed'),
    ...organisationOption,
  },
  examples: [
    'berth invoices address',
    "berth invoices address --street '7 rue des Archives' --zipcode 75003 --city Paris --country FR",
  ],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const { organisation } = await resolveOrganisation(client, context)
    const { company, street, zipcode, city, country, vat, email } = options
    const fields = {
      company,
      address: street,
      zipcode,
      city,
      country,
      VAT: vat,
      billingEmail: email,
    }
    const given = Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    const references = {
      customer_cost_center: options['cost-center'],
      customer_purchase_order: options['purchase-order'],
    }
    const hasReferences = Object.values(references).some((value) => value !== undefined)
    const record =
      Object.keys(given).length > 0
        ? await client.organisations.change(organisation.id, given)
        : await client.organisations.get(organisation.id)
    const account = hasReferences
      ? await client.billingAccounts.setReferences(organisation.id, references)
      : await client.billingAccounts.get(organisation.id)
    output.print({ address: record, account }, () => addressText(record, account))
    return 0
  },
})

function addressText(record: Organisation, account: BillingAccount): string {
  const { address, zipcode, city, country } = record
  const rows = [
    ['Name', record.company || record.name],
    ['Address', [address, `${zipcode} ${city}`.trim(), country].filter(Boolean).join(', ')],
    ['VAT number', record.VAT],
    ['Also to', record.billingEmail],
    ['Cost center', account.customer_cost_center],
    ['Purchase order', account.customer_purchase_order],
    ...account.held.map(({ month, sentence }) => [`${month} is held`, sentence]),
  ]
  const shown = rows.map(([name = '', value = '']) => [
    name,
    value ? printable(value) : 'not given',
  ])
  return table(shown)
}
