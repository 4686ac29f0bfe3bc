import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { changeVariables } from '#cli/variables/change-variables.ts'
import { providedVariables } from '#cli/variables/variable-set.ts'

export const configProviderRm = defineCommand({
  words: 'config-provider rm',
  summary: 'Remove a variable of a configuration provider; linked applications restart',
  arguments: [
    { name: 'addon', summary: 'add-on id, real id or name' },
    { name: 'name', summary: 'variable name' },
  ],
  options: orgOption,
  examples: ['berth config-provider rm shared LOG_LEVEL'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client, profile } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    await changeVariables(terminal, profile, providedVariables(client, address), {
      command: 'config-provider rm',
      remove: [args.name],
    })
    output.print({ name: args.name }, () => `${address.name} no longer provides ${args.name}.`)
    return 0
  },
})
