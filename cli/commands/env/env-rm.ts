import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { namesText } from '#cli/variables/assignments.ts'
import { isAtOnce } from '#cli/variables/in-force-at-once.ts'
import { keepState } from '#cli/variables/variable-history.ts'
import { ownVariables } from '#cli/variables/variable-set.ts'

export const envRm = defineCommand({
  words: 'env rm',
  summary: 'Remove variables of an application',
  arguments: [{ name: 'name', summary: 'one or more variable names', repeated: true }],
  options: applicationOptions,
  examples: ['berth env rm LOG_LEVEL', 'berth env rm LOG_LEVEL TZ --app web'],
  async handle(context) {
    const { terminal, output, args } = context
    const { client, profile } = await openSession(context)
    const application = await resolveApplication(client, context)
    const set = ownVariables(client, application)
    await keepState(terminal, profile, set, { before: 'env rm', variables: await set.read() })
    for (const name of args.name) await client.environment.unset(application, name)
    const [name, ...others] = args.name
    output.print(others.length === 0 ? { name } : args.name.map((each) => ({ name: each })), () =>
      args.name.every(isAtOnce)
        ? `Removed ${namesText(args.name)}. Visitors of ${application.name} no longer need it.`
        : `Removed ${namesText(args.name)}. Run \`berth restart\` to apply the change to ${application.name}.`,
    )
    return 0
  },
})
