import { unlinkApplication } from '#cli/applications/link-application.ts'
import { readLinks } from '#cli/applications/links.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import { confirmDeletion, deletionText } from '#cli/terminal/confirm-deletion.ts'

export const deleteApplication = defineCommand({
  words: 'delete',
  summary: 'Delete an application permanently, and its link in this folder',
  description: 'Its domains, variables, deployments and log are deleted with it; add-ons are not.',
  options: { ...yesOption, ...applicationOptions },
  examples: ['berth delete', 'berth delete --app web --org acme --yes'],
  async handle(context) {
    const { terminal, output, options } = context
    const { client } = await openSession(context)
    const address = await resolveApplication(client, context)
    const { id, name } = await client.applications.get(address)
    const owner = chooseOwner(await client.summary.get(), address.ownerId)
    const deletion = { kind: 'application', name, id, owner: owner.name }
    if (!options.yes) await confirmDeletion(terminal, deletion)
    const answer = await client.applications.delete(address)
    const links = await readLinks(terminal.folder)
    const link = links.apps.find(({ app_id }) => app_id === id)
    if (link) await unlinkApplication(terminal, links, link)
    output.print(answer, () => `Deleted the ${deletionText(deletion)}.`)
    return 0
  },
})
