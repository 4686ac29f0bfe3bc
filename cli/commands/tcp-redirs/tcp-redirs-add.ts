import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { namespaceOption } from './namespace-option.ts'

export const tcpRedirsAdd = defineCommand({
  words: 'tcp-redirs add',
  summary: 'Open a public TCP port that leads to port 4040 of an application',
  options: { ...namespaceOption, ...applicationOptions },
  examples: ['berth tcp-redirs add --namespace default'],
  async handle(context) {
    const { output, options } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const added = await client.tcpRedirections.add(application, options.namespace)
    output.print(added, () => `Port ${added.port} leads to ${application.name}.`)
    return 0
  },
})
