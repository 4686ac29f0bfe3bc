import { defineCommand } from '#cli/define-command.ts'
import { chooseOwner, type PreferringSummary, preferredOwner } from '#cli/owners/owner.ts'
import { setOrganisation } from '#cli/profiles/profile.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal, WrongUsage } from '#cli/refusal.ts'

export const organisationsUse = defineCommand({
  words: 'organisations use',
  summary: 'Choose the organisation that commands without --org are about',
  description:
    'It is kept in the profile. Without a name, the present choice is shown. What counts, the first that there is:\n' +
    '--org, $BERTH_ORG, the owner of the application that this folder is linked to, this choice, your only organisation, your personal space.\n' +
    'Lists show everything all the same, and a thing is found by its name wherever it is; where several have the name, the one of that organisation is meant.',
  arguments: [
    {
      name: 'organisation',
      summary: 'its id or name, or yours for the personal space',
      optional: true,
    },
  ],
  options: { clear: { type: 'boolean', summary: 'Forget the choice' } },
  examples: ['berth organisations use acme', 'BERTH_ORG=acme berth create --type node hello'],
  async handle(context) {
    const { terminal, output, options, args } = context
    if (options.clear && args.organisation !== undefined)
      throw new WrongUsage('Name an organisation or pass --clear, not both.', 'organisations use')
    const { client, profile } = await openSession(context)
    if ('apiToken' in profile.credentials)
      throw new Refusal('With BERTH_API_TOKEN no profile is kept.', 'Set BERTH_ORG instead.')
    if (options.clear) {
      await setOrganisation(terminal, profile.name, undefined)
      output.print(null, () => 'There is no default organisation any more.')
      return 0
    }
    const summary: PreferringSummary = await client.summary.get()
    if (args.organisation === undefined) {
      const owner = preferredOwner(summary)
      output.print(owner ? { id: owner.id, name: owner.name } : null, () =>
        owner
          ? `${owner.name} (${owner.id}), because of ${sourceOf(summary)}.`
          : 'There is no default organisation. `berth organisations use <name>` chooses one.',
      )
      return 0
    }
    const { id, name } = chooseOwner(summary, args.organisation)
    await setOrganisation(terminal, profile.name, id)
    output.print({ id, name }, () => `Commands without --org are about ${name} (${id}) now.`)
    return 0
  },
})

function sourceOf(summary: PreferringSummary): string {
  const { environment, linked } = summary.preference ?? {}
  if (environment !== undefined) return 'BERTH_ORG'
  const isKnown = [summary.user, ...summary.organisations].some(({ id }) => id === linked)
  return isKnown ? 'the link of this folder' : '`berth organisations use`'
}
