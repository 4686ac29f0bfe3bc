import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { namespaceOption } from './namespace-option.ts'

export const tcpRedirsRemove = defineCommand({
  words: 'tcp-redirs remove',
  summary: 'Close a public TCP port of an application',
  arguments: [{ name: 'port', summary: 'public port' }],
  options: { ...namespaceOption, ...applicationOptions },
  examples: ['berth tcp-redirs remove 5432 --namespace default'],
  async handle(context) {
    const { output, args, options } = context
    if (!/^\d{1,5}$/.test(args.port)) throw new Refusal(`'${args.port}' is not a port.`)
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const redirection = { port: Number(args.port), namespace: options.namespace }
    await client.tcpRedirections.remove(application, redirection)
    output.print(redirection, () => `Port ${args.port} no longer leads to ${application.name}.`)
    return 0
  },
})
