import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { formatVariable } from '#kit/text/variable-text.ts'

export const configProvider = defineCommand({
  words: 'config-provider',
  summary: 'Show the variables of a configuration provider',
  description:
    'An add-on of `config-provider` holds variables that you set, for every application linked to it.',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: orgOption,
  examples: ['berth config-provider shared'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const variables = await client.addons.configuration(address)
    output.print(variables, () => variables.map(formatVariable).join('\n'))
    return 0
  },
})
