import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { formatVariable } from '#kit/text/variable-text.ts'

export const addonEnv = defineCommand({
  words: 'addon env',
  summary: 'Show the variables that an add-on gives to linked applications',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: orgOption,
  examples: ['berth addon env db', 'berth addon env db --format json'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const variables = await client.addons.variables(address)
    output.print(variables, () => variables.map(formatVariable).join('\n'))
    return 0
  },
})
