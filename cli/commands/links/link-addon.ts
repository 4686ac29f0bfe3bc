import { linkedSentence } from '#cli/addons/linked-sentence.ts'
import { refuseShadowing, shadowOption } from '#cli/addons/refuse-shadowing.ts'
import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { resolveApplication } from '#cli/resolve/application.ts'

export const linkAddon = defineCommand({
  words: 'service link-addon',
  summary: 'Link an add-on to an application, which gets its variables at the next start',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: { ...shadowOption, ...applicationOptions },
  examples: ['berth service link-addon db'],
  async handle(context) {
    const { output, options, args } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const addon = resolveAddon(await client.summary.get(), args.addon, application.ownerId)
    await refuseShadowing(client, application, addon, options)
    const answer = await client.addons.link(application, addon.id)
    output.print(answer, () => linkedSentence(application.name, 'add-on', addon.name))
    return 0
  },
})
