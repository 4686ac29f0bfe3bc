import { defineCommand } from '#cli/define-command.ts'
import { setOrganisation } from '#cli/profiles/profile.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal, UsageError } from '#cli/refusal.ts'
import {
  chooseOwner,
  linkedOwner,
  type PreferringSummary,
  preferredOwner,
} from '#cli/resolve/owner.ts'
import type { OwnerSummary } from '#client/resources/summary.ts'

export const organisationsUse = defineCommand({
  words: 'organisations use',
  summary: 'Set the default organisation for commands without --org',
  description:
    'Saved in the profile. Without a name, shows the current default. Order of precedence:\n' +
    '--org, $BERTH_ORG, this default, your only organisation, your personal space.\n' +
    '`berth create` and `berth addon create` prefer the owner of the application that this folder is linked to over this default; no other command does.\n' +
    'Lists still show everything, and names are looked up in all organisations; if several match, that of the linked application or else the default wins.',
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
      const override = overrideOf(summary, owner)
      output.print(owner ? { ...named(owner), ...override.answer } : null, () =>
        [
          owner
            ? `${owner.name} (${owner.id}), from ${sourceOf(summary)}.`
            : 'No default organisation. Set one with `berth organisations use <name>`.',
          ...override.lines,
        ].join('\n'),
      )
      return 0
    }
    const owner = chooseOwner(summary, args.organisation)
    const override = overrideOf(summary, owner)
    await setOrganisation(terminal, profile.name, owner.id)
    output.print({ ...named(owner), ...override.answer }, () =>
      [`${owner.name} (${owner.id}) is now the default organisation.`, ...override.lines].join(
        '\n',
      ),
    )
    return 0
  },
})

const named = ({ id, name }: OwnerSummary) => ({ id, name })

const sourceOf = ({ preference }: PreferringSummary): string =>
  preference?.environment === undefined ? '`berth organisations use`' : 'BERTH_ORG'

/** The owner that comes before the default in this shell or this folder, and why; absent if it is the same. */
function overrideOf(summary: PreferringSummary, standard: OwnerSummary | undefined) {
  const isEnvironment = summary.preference?.environment !== undefined
  const owner = isEnvironment ? preferredOwner(summary) : linkedOwner(summary)
  if (!owner || owner.id === standard?.id) return { lines: [], answer: {} }
  const source = isEnvironment ? 'BERTH_ORG' : 'link'
  const sentence = isEnvironment
    ? `BERTH_ORG overrides it in this shell: commands use ${owner.name} (${owner.id}).`
    : `This folder is linked to an application of ${owner.name} (${owner.id}): here \`berth create\` and \`berth addon create\` use that one, unless you pass --org.`
  return { lines: [sentence], answer: { overriddenBy: { source, ...named(owner) } } }
}
