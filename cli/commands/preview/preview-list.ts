import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'
import { sourceText } from './preview-text.ts'

export const previewList = defineCommand({
  words: 'preview list',
  summary: 'List the previews of an application with their states and addresses',
  options: applicationOptions,
  examples: ['berth preview list', 'berth preview list --app shop --format json'],
  async handle(context) {
    const { output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const previews = await client.previews.list(application)
    output.print(previews, () =>
      previews.length === 0
        ? `${application.name} has no previews.`
        : previews
            .map((preview) =>
              printable(
                `${sourceText(preview)}  ${preview.status}  ${preview.url ?? ''}`.trimEnd(),
              ),
            )
            .join('\n'),
    )
    return 0
  },
})
