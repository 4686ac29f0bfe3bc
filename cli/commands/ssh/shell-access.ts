import type { Context } from '#cli/define-command.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { resolveOrganisation } from '#cli/resolve/organisation.ts'

export const accessOptions = {
  everywhere: {
    type: 'boolean',
    summary: 'For all applications of the organisation, instead of one application',
  },
  ...applicationOptions,
} as const

/** Allows or forbids shells in instances of an application or of an organisation. */
export async function changeAccess(
  context: Context<typeof accessOptions>,
  allowed: boolean,
): Promise<number> {
  const { options, output } = context
  const { client } = await openSession(context)
  const word = allowed ? 'on' : 'off'
  if (options.everywhere) {
    const { organisation } = await resolveOrganisation(client, context)
    const answer = await client.instances.allowShellsEverywhere(organisation.id, allowed)
    output.print(answer, () => `Shells are ${word} for all applications of ${organisation.name}.`)
    return 0
  }
  const application = await resolveApplication(client, context)
  const answer = await client.instances.allowShells(application, allowed)
  output.print(answer, () => `Shells are ${word} for ${application.name}.`)
  return 0
}
