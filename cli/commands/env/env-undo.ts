import { defineCommand } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { undoDescription, undoOptions, undoVariables } from '#cli/variables/undo-variables.ts'
import { ownVariables } from '#cli/variables/variable-set.ts'

export const envUndo = defineCommand({
  words: 'env undo',
  summary: 'Undo the last change to the variables of an application',
  description: undoDescription,
  options: { ...undoOptions, ...applicationOptions },
  examples: ['berth env undo', 'berth env undo --list'],
  async handle(context) {
    const session = await openSession(context)
    const application = await resolveApplication(session.client, context)
    return undoVariables(context, session, ownVariables(session.client, application))
  },
})
