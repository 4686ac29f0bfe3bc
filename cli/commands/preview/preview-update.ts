import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { followPreview } from './follow-preview.ts'
import { describePreview } from './preview-text.ts'
import { previewArgument, resolvePreview } from './resolve-preview.ts'

export const previewUpdate = defineCommand({
  words: 'preview update',
  summary: 'Deploy the newest commit of a preview; what has failed is tried again',
  arguments: [previewArgument],
  options: {
    wait: { type: 'boolean', summary: 'Wait until visitors can see it' },
    ...applicationOptions,
  },
  examples: ['berth preview update new-cart'],
  async handle(context) {
    const { args, output, options } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const found = await resolvePreview(client, application, args.preview)
    const updated = await client.previews.update(application, found.id)
    const preview = options.wait ? await followPreview(client, application, found.id) : updated
    output.print(preview, () => describePreview(preview))
    return options.wait && preview.status === 'failed' ? 1 : 0
  },
})
