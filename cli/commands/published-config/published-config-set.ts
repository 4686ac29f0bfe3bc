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
import { changeVariables } from '#cli/variables/change-variables.ts'
import { exposedVariables } from '#cli/variables/variable-set.ts'

export const publishedConfigSet = defineCommand({
  words: 'published-config set',
  summary: 'Set published variables of an application; linked applications restart',
  arguments: [assignmentArgument],
  options: applicationOptions,
  examples: ['berth published-config set API_URL=https://api.example.org'],
  async handle(context) {
    const { terminal, output, args } = context
    const variables = readAssignments(args.variable, 'published-config set')
    const { client, profile } = await openSession(context)
    const application = await resolveApplication(client, context)
    await changeVariables(terminal, profile, exposedVariables(client, application), {
      command: 'published-config set',
      put: variables,
    })
    const names = namesText(variables.map(({ name }) => name))
    output.print(assignmentsAnswer(variables), () => `${application.name} publishes ${names}.`)
    return 0
  },
})
