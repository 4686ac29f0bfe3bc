import { unlinkedSentence } from '#cli/addons/linked-sentence.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const unlinkAddon = defineCommand({
  words: 'service unlink-addon',
  summary: 'Unlink an add-on from an application; nothing is deleted',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: applicationOptions,
  examples: ['berth service unlink-addon db'],
  async handle(context) {
    const { output, args } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const addon = resolveAddon(await client.summary.get(), args.addon, application.ownerId)
    const answer = await client.addons.unlink(application, addon.id)
    output.print(answer, () => unlinkedSentence(application.name, 'add-on', addon.name))
    return 0
  },
})
