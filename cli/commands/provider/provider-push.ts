import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { readJsonFile } from '#cli/resolve/json-file.ts'
import { findPushOwner } from '#cli/resolve/push-owner.ts'
import { printable } from '#cli/terminal/printable.ts'
import { own } from '#protocol/json-value.ts'

export const providerPush = defineCommand({
  words: 'provider push',
  summary: 'Create or update an add-on provider from its manifest',
  description:
    'The id cannot be changed later. A new provider is ALPHA: only its organisation can order, and its test URLs are called.',
  arguments: [{ name: 'manifest', summary: 'manifest file', completes: 'files' }],
  options: orgOption,
  examples: ['berth provider push manifest.json', 'berth provider push manifest.json --org Lofts'],
  async handle(context) {
    const { args, options, terminal, output } = context
    const manifest = await readJsonFile(terminal, args.manifest)
    const { client } = await openSession(context)
    const { ownerId, isNew } = await findPushOwner(client, own(manifest, 'id'), options.org)
    const offer = await client.providers.push(ownerId, manifest)
    for (const { path, message } of offer.warnings ?? [])
      terminal.err(printable(`${terminal.paint('yellow', 'warning')} ${path}: ${message}\n`))
    const next =
      offer.plans.length === 0
        ? `\n\`berth provider plans add ${offer.id} <slug> --price <euros>\` adds its first plan.`
        : ''
    output.print(
      offer,
      () => `${isNew ? 'Created' : 'Pushed'} ${offer.id} (${offer.status}).${next}`,
    )
    return 0
  },
})
