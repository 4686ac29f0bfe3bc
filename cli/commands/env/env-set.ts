import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import {
  assignmentArgument,
  assignmentsAnswer,
  namesText,
  readAssignments,
} from '#cli/variables/assignments.ts'
import { isAtOnce } from '#cli/variables/in-force-at-once.ts'
import { keepState } from '#cli/variables/variable-history.ts'
import { ownVariables } from '#cli/variables/variable-set.ts'

export const envSet = defineCommand({
  words: 'env set',
  summary: 'Set variables of an application',
  arguments: [assignmentArgument],
  options: applicationOptions,
  examples: ['berth env set LOG_LEVEL=debug TZ=Europe/Paris', 'berth env set GREETING "good day"'],
  async handle(context) {
    const { terminal, output, args } = context
    const variables = readAssignments(args.variable, 'env set')
    const { client, profile } = await openSession(context)
    const application = await resolveApplication(client, context)
    const set = ownVariables(client, application)
    await keepState(terminal, profile, set, { before: 'env set', variables: await set.read() })
    for (const variable of variables) await client.environment.set(application, variable)
    const names = namesText(variables.map(({ name }) => name))
    output.print(assignmentsAnswer(variables), () =>
      variables.every(({ name }) => isAtOnce(name))
        ? `Set ${names}. Visitors of ${application.name} need it from now on.`
        : `Set ${names}. Run \`berth restart\` to apply the change to ${application.name}.`,
    )
    return 0
  },
})
