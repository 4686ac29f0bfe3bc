import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { followPreview } from './follow-preview.ts'
import { describePreview } from './preview-text.ts'

export const previewCreate = defineCommand({
  words: 'preview create',
  summary: 'Run a copy of an application from a branch, or update the one that there is',
  description:
    'The branch is fetched from the connected repository. Without one, push the branch to the address that is shown.',
  arguments: [{ name: 'branch', summary: 'the branch to show' }],
  options: {
    commit: { type: 'string', value: 'id', summary: 'This commit of it, with all 40 digits' },
    isolated: {
      type: 'boolean',
      summary: 'Without variables of the application and copies of its data',
    },
    wait: { type: 'boolean', summary: 'Wait until visitors can see it' },
    ...applicationOptions,
  },
  examples: ['berth preview create new-cart', 'berth preview create new-cart --wait --format json'],
  async handle(context) {
    const { args, options, output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const created = await client.previews.create(application, {
      branch: args.branch,
      commit: options.commit,
      isIsolated: options.isolated || undefined,
    })
    const preview = options.wait ? await followPreview(client, application, created.id) : created
    output.print(preview, () => describePreview(preview))
    return options.wait && preview.status === 'failed' ? 1 : 0
  },
})
