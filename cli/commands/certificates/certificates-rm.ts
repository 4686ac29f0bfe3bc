import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { certificateOptions, certificateOwner, findCertificate } from './certificate-owner.ts'

export const certificatesRm = defineCommand({
  words: 'certificates rm',
  summary: 'Remove an uploaded certificate',
  description: 'Its domains get the next best one: of ACME, or of the local authority.',
  arguments: [{ name: 'certificate', summary: 'id, or one of its names' }],
  options: certificateOptions,
  examples: ['berth certificates rm shop.example.org --org acme'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const ownerId = await certificateOwner(client, options)
    const { id } = await findCertificate(client, ownerId, args.certificate)
    const answer = await client.certificates.remove(ownerId, id)
    output.print(answer, () => answer.message)
    return 0
  },
})
