import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'

export const tcpRedirsListNamespaces = defineCommand({
  words: 'tcp-redirs list-namespaces',
  summary: 'List the namespaces in which TCP redirections can be added',
  options: applicationOptions,
  examples: ['berth tcp-redirs list-namespaces'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const { ownerId } = await resolveApplication(client, context)
    const namespaces = await client.tcpRedirections.namespaces(ownerId)
    output.print(
      namespaces.map((namespace) => ({ namespace })),
      () =>
        namespaces.length > 0
          ? printable(namespaces.join('\n'))
          : 'None: this platform has no ports for TCP redirections.',
    )
    return 0
  },
})
