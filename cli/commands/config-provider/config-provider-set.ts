import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import {
  assignmentArgument,
  assignmentsAnswer,
  namesText,
  readAssignments,
} from '#cli/variables/assignments.ts'
import { changeVariables } from '#cli/variables/change-variables.ts'
import { providedVariables } from '#cli/variables/variable-set.ts'

export const configProviderSet = defineCommand({
  words: 'config-provider set',
  summary: 'Set variables of a configuration provider; linked applications restart',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }, assignmentArgument],
  options: orgOption,
  examples: ['berth config-provider set shared LOG_LEVEL=debug'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const variables = readAssignments(args.variable, 'config-provider set')
    const { client, profile } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    await changeVariables(terminal, profile, providedVariables(client, address), {
      command: 'config-provider set',
      put: variables,
    })
    const names = namesText(variables.map(({ name }) => name))
    output.print(assignmentsAnswer(variables), () => `${address.name} provides ${names}.`)
    return 0
  },
})
