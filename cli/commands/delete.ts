import { unlinkApplication } from '#cli/applications/link-application.ts'
import { readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { confirm } from '#cli/terminal/confirm.ts'

export const deleteApplication = defineCommand({
  words: 'delete',
  summary: 'Delete an application permanently, and its link in this folder',
  options: {
    yes: { type: 'boolean', short: 'y', summary: 'Do not ask for confirmation' },
    ...applicationOptions,
  },
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const address = await resolveApplication(client, context)
    const { id, name } = await client.applications.get(address)
    if (!options.yes) await confirm(terminal, `Type '${name}' to permanently delete it:`, name)
    const answer = await client.applications.delete(address)
    const links = await readLinks(terminal.folder)
    const link = links.apps.find(({ app_id }) => app_id === id)
    if (link) await unlinkApplication(terminal, links, link)
    output.print(answer, () => `Deleted ${name} (${id}).`)
    return 0
  },
})
