import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal, UsageError } from '#cli/refusal.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { assignmentsAnswer, namesText } from '#cli/variables/assignments.ts'
import { changeVariables } from '#cli/variables/change-variables.ts'
import { ownVariables } from '#cli/variables/variable-set.ts'
import type { Variable } from '#client/resources/applications/environment.ts'

const words = 'env import-vars'

export const envImportVars = defineCommand({
  words,
  summary: 'Set variables of an application to the values that they have in this shell',
  description:
    'The values do not appear on the command line. The other variables of the application stay.',
  arguments: [
    { name: 'names', summary: 'variable names, separated by commas or spaces', repeated: true },
  ],
  options: applicationOptions,
  examples: ['berth env import-vars API_KEY,API_SECRET', 'berth env import-vars API_KEY --app web'],
  async handle(context) {
    const { terminal, output, args } = context
    const variables = fromShell(terminal, args.names)
    const { client, profile } = await openSession(context)
    const application = await resolveApplication(client, context)
    const set = ownVariables(client, application)
    await changeVariables(terminal, profile, set, { command: words, put: variables })
    const names = namesText(variables.map(({ name }) => name))
    output.print(
      assignmentsAnswer(variables),
      () => `Set ${names}. Run \`berth restart\` to apply the change to ${application.name}.`,
    )
    return 0
  },
})

function fromShell({ env }: Pick<Terminal, 'env'>, typed: readonly string[]): Variable[] {
  const names = typed.flatMap((each) => each.split(',')).filter((name) => name !== '')
  if (names.length === 0) throw new UsageError('Missing names of variables.', words)
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length > 0)
    throw new Refusal(
      `${namesText(missing)} ${missing.length === 1 ? 'is' : 'are'} not set in this shell. Nothing was changed.`,
      'Export a variable first: `export NAME=value`.',
    )
  return names.map((name) => ({ name, value: env[name] ?? '' }))
}
