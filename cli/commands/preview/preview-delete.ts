import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { previewArgument, resolvePreview } from './resolve-preview.ts'

export const previewDelete = defineCommand({
  words: 'preview delete',
  summary: 'Remove a preview with its application, its add-ons and their data',
  arguments: [previewArgument],
  options: applicationOptions,
  examples: ['berth preview delete new-cart'],
  async handle(context) {
    const { args, output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const found = await resolvePreview(client, application, args.preview)
    const removed = await client.previews.remove(application, found.id)
    output.print(removed, () => removed.message)
    return 0
  },
})
