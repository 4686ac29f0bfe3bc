import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { readTextFile } from '#cli/resolve/text-file.ts'
import { certificateOptions, certificateOwner } from './certificate-owner.ts'

export const certificatesAdd = defineCommand({
  words: 'certificates add',
  summary: 'Upload a certificate for your domains',
  description: [
    'The chain begins with the certificate of the domain, then each issuer; the key is not encrypted. Both are PEM.',
    'Visitors get it from their next connection on, before one of ACME or of the local authority.',
  ].join('\n'),
  arguments: [
    { name: 'chain', summary: 'PEM file with the certificate and its issuers', completes: 'files' },
    { name: 'key', summary: 'PEM file with the private key', completes: 'files' },
  ],
  options: certificateOptions,
  examples: ['berth certificates add fullchain.pem privkey.pem'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const chain = await readTextFile(terminal, args.chain)
    const key = await readTextFile(terminal, args.key)
    const { client } = await openSession(context)
    const ownerId = await certificateOwner(client, options)
    const added = await client.certificates.add(ownerId, { chain, key })
    output.print(
      added,
      () =>
        `Added the certificate of ${added.names.join(', ')}, valid until ${added.notAfter.slice(0, 10)} (${added.id}).`,
    )
    return 0
  },
})
