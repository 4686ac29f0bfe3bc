import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { undoDescription, undoOptions, undoVariables } from '#cli/variables/undo-variables.ts'
import { exposedVariables } from '#cli/variables/variable-set.ts'

export const publishedConfigUndo = defineCommand({
  words: 'published-config undo',
  summary: 'Undo the last change to the published configuration of an application',
  description: undoDescription,
  options: { ...undoOptions, ...applicationOptions },
  examples: ['berth published-config undo', 'berth published-config undo --list'],
  async handle(context) {
    const session = await openSession(context)
    const application = await resolveApplication(session.client, context)
    return undoVariables(context, session, exposedVariables(session.client, application))
  },
})
