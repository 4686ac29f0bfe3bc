import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { describePreview } from './preview-text.ts'
import { previewArgument, resolvePreview } from './resolve-preview.ts'

export const previewApprove = defineCommand({
  words: 'preview approve',
  summary: 'Let the commit of a fork run that a preview waits with',
  arguments: [previewArgument],
  options: applicationOptions,
  examples: ['berth preview approve new-cart'],
  async handle(context) {
    const { args, output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const found = await resolvePreview(client, application, args.preview)
    const approved = await client.previews.approve(application, found.id)
    output.print(approved, () => describePreview(approved))
    return 0
  },
})
