import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { describePreview } from './preview-text.ts'
import { previewArgument, resolvePreview } from './resolve-preview.ts'

export const previewGet = defineCommand({
  words: 'preview get',
  summary: 'Show a preview: its address, commit and deployment',
  arguments: [previewArgument],
  options: applicationOptions,
  examples: ['berth preview get new-cart'],
  async handle(context) {
    const { args, output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const found = await resolvePreview(client, application, args.preview)
    output.print(found, () => describePreview(found))
    return 0
  },
})
