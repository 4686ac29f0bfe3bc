import { defineCommand } from '#cli/define-command.ts'
import { organisationOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'
import { table } from '#cli/terminal/table.ts'

export const organisationsGet = defineCommand({
  words: 'organisations get',
  summary: 'Show an organisation: address, picture and resources',
  options: organisationOption,
  examples: ['berth organisations get --org acme'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const { organisation } = await resolveOrganisation(client, context)
    const record = await client.organisations.get(organisation.id)
    const { id, name, description, address, zipcode, city, country } = record
    const rows = [
      ['Name', name],
      ['Id', id],
      ['Description', description ?? ''],
      ['Company', record.company],
      ['VAT', record.VAT],
      ['Address', [address, `${zipcode} ${city}`.trim(), country].filter(Boolean).join(', ')],
      ['Bills to', record.billingEmail],
      ['Picture', record.avatar],
      ['Applications', organisation.applications.map((application) => application.name).join(', ')],
    ]
    output.print(record, () => table(rows.filter(([, value]) => value !== '')))
    return 0
  },
})
