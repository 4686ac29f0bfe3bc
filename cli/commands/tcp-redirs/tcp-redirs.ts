import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'

export const tcpRedirs = defineCommand({
  words: 'tcp-redirs',
  summary: 'List the public TCP ports of an application',
  options: applicationOptions,
  examples: ['berth tcp-redirs'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const redirections = await client.tcpRedirections.list(application)
    output.print(redirections, () =>
      redirections.length > 0
        ? redirections.map(({ port, namespace }) => printable(`${port} on ${namespace}`)).join('\n')
        : 'No TCP redirections. Add one with `berth tcp-redirs add --namespace default`.',
    )
    return 0
  },
})
