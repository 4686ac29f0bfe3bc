import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'
import { certificateOptions, certificateOwner, findCertificate } from './certificate-owner.ts'

export const certificatesShow = defineCommand({
  words: 'certificates show',
  summary: 'Show a certificate: names, issuer and dates; its key is never shown',
  arguments: [{ name: 'certificate', summary: 'id, or one of its names' }],
  options: certificateOptions,
  examples: ['berth certificates show shop.example.org'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const ownerId = await certificateOwner(client, options)
    const shown = await findCertificate(client, ownerId, args.certificate)
    output.print(shown, () =>
      table([
        ['Id', shown.id],
        ['Names', shown.names.join(', ')],
        ['Source', shown.source],
        ['State', shown.state],
        ['Issuer', shown.issuer],
        ['Valid', `from ${shown.notBefore} until ${shown.notAfter}`],
        ['Serial number', shown.serialNumber],
        ['SHA-256', shown.fingerprint],
      ]),
    )
    return 0
  },
})
