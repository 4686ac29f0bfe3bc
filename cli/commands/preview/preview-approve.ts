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
  options: {
    commit: {
      type: 'string',
      value: 'id',
      summary: 'The commit that you have looked at; refused when another one waits by now',
    },
    'later-commits': {
      type: 'boolean',
      summary: 'Let later commits of the same pull request run without another approval',
    },
    ...applicationOptions,
  },
  examples: ['berth preview approve 7 --commit 5ac3f1e'],
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const found = await resolvePreview(client, application, args.preview)
    const approved = await client.previews.approve(application, found.id, {
      commit: options.commit ?? found.awaitedCommit ?? undefined,
      trustsUpdates: options['later-commits'],
    })
    output.print(approved, () => describePreview(approved))
    return 0
  },
})
