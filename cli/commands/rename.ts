import { changeApplication } from '#cli/applications/change-application.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { duplicateOption } from '#cli/resolve/free-name.ts'

export const rename = defineCommand({
  words: 'rename',
  summary: 'Rename an application',
  description:
    'Its id, domains and Git addresses stay the same, and so does its alias in this folder.',
  arguments: [{ name: 'name', summary: 'new name' }],
  options: { ...duplicateOption, ...applicationOptions },
  examples: ['berth rename shop', 'berth rename shop --app web --org acme'],
  async handle(context) {
    const { output, args } = context
    const session = await openSession(context)
    const address = await resolveApplication(session.client, context)
    const former = await session.client.applications.get(address)
    const changed = await changeApplication(context, session, address, { name: args.name })
    output.print(changed, () => `Renamed ${former.name} (${changed.id}) to ${changed.name}.`)
    return 0
  },
})
