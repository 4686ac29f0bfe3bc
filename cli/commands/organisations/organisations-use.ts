import { defineCommand } from '#cli/define-command.ts'
import { setOrganisation } from '#cli/profiles/profile.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal, UsageError } from '#cli/refusal.ts'
import { chooseOwner, type PreferringSummary, preferredOwner } from '#cli/resolve/owner.ts'

export const organisationsUse = defineCommand({
  words: 'organisations use',
  summary: 'Set the default organisation for commands without --org',
  description:
    'Saved in the profile. Without a name, shows the current default. Order of precedence:\n' +
    '--org, $BERTH_ORG, the owner of the linked application of this folder, this default, your only organisation, your personal space.\n' +
    'Lists still show everything, and names are looked up in all organisations; if several match, the default organisation wins.',
  arguments: [
    {
      name: 'organisation',
      summary: 'organisation id or name, or your own for the personal space',
      optional: true,
    },
  ],
  options: { clear: { type: 'boolean', summary: 'Clear the default' } },
  examples: ['berth organisations use acme', 'BERTH_ORG=acme berth create --type node hello'],
  async handle(context) {
    const { terminal, output, options, args } = context
    if (options.clear && args.organisation !== undefined)
      throw new UsageError('Pass either an organisation or --clear, not both.', 'organisations use')
    const { client, profile } = await openSession(context)
    if ('apiToken' in profile.credentials)
      throw new Refusal('There is no profile with BERTH_API_TOKEN.', 'Set BERTH_ORG instead.')
    if (options.clear) {
      await setOrganisation(terminal, profile.name, undefined)
      output.print(null, () => 'Cleared the default organisation.')
      return 0
    }
    const summary: PreferringSummary = await client.summary.get()
    if (args.organisation === undefined) {
      const owner = preferredOwner(summary)
      output.print(owner ? { id: owner.id, name: owner.name } : null, () =>
        owner
          ? `${owner.name} (${owner.id}), from ${sourceOf(summary)}.`
          : 'No default organisation. Set one with `berth organisations use <name>`.',
      )
      return 0
    }
    const { id, name } = chooseOwner(summary, args.organisation)
    await setOrganisation(terminal, profile.name, id)
    output.print({ id, name }, () => `${name} (${id}) is now the default organisation.`)
    return 0
  },
})

function sourceOf(summary: PreferringSummary): string {
  const { environment, linked } = summary.preference ?? {}
  if (environment !== undefined) return 'BERTH_ORG'
  const isKnown = [summary.user, ...summary.organisations].some(({ id }) => id === linked)
  return isKnown ? 'the link of this folder' : '`berth organisations use`'
}
