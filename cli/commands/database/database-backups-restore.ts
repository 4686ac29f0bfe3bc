import { setTimeout as pause } from 'node:timers/promises'
import { awaitAddon } from '#cli/addons/await-addon.ts'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { refuseDuplicate } from '#cli/resolve/free-name.ts'
import { chooseOwner } from '#cli/resolve/owner.ts'
import { confirm } from '#cli/terminal/confirm.ts'
import { printable } from '#cli/terminal/printable.ts'
import { withProgress } from '#cli/terminal/progress.ts'
import type { Client } from '#client/client.ts'
import type { AddonAddress } from '#client/resources/marketplace/addons.ts'
import { isUnderWay, type Restore } from '#client/resources/marketplace/backups.ts'

const timeout = 2 * 60 * 60_000
const every = 1000

export const databaseBackupsRestore = defineCommand({
  words: 'database backups restore',
  summary: 'Restore a back-up, in place or into a new add-on',
  description:
    'In place, what the add-on holds is backed up first, and nobody is let in meanwhile; if it fails, everything is as before. With `--into`, a new add-on of the same provider and plan is ordered.',
  arguments: [
    { name: 'addon', summary: 'add-on id, real id or name' },
    { name: 'backup', summary: 'back-up id' },
  ],
  options: {
    into: { type: 'string', value: 'name', summary: 'Name of a new add-on to restore it into' },
    ...yesOption,
    ...orgOption,
  },
  examples: [
    'berth database backups restore db 5f0c1d2e',
    'berth database backups restore db 5f0c1d2e --into db-copy',
  ],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const summary = await client.summary.get()
    const address = resolveAddon(summary, args.addon, options.org)
    const known = await client.backups.list(address)
    const backup = known.find(({ backup_id }) => backup_id === args.backup)
    if (backup?.status !== 'SUCCESS')
      throw new Refusal(
        `${address.name} has no complete back-up '${args.backup}'.`,
        '`berth database backups` lists them.',
      )
    if (options.into !== undefined) {
      const owner = chooseOwner(summary, address.ownerId)
      const taken = owner.addons.map(({ name }) => name)
      refuseDuplicate(
        { kind: 'an add-on', name: options.into, owner: owner.name, taken },
        { 'allow-duplicate': false },
      )
      const { provider, plan, region } = await client.addons.get(address)
      const ordered = await withProgress(
        terminal,
        'the provider to answer',
        client.addons.order(address.ownerId, {
          name: options.into,
          providerId: provider.id,
          plan: plan.slug,
          region,
          options: { restore: `${backup.entity_id}/${backup.backup_id}` },
        }),
      )
      const place = { id: ordered.id, ownerId: address.ownerId }
      const made = await awaitAddon(client, output, ordered, place)
      if (!made) throw new Refusal(`${ordered.name} was not created: the provider refused it.`)
      output.print(
        { ownerId: address.ownerId, ...made },
        () =>
          `${made.name} is ${made.state} (${made.id}) and holds the back-up. Run \`berth link ${made.name}\` to link it to the application of this folder.`,
      )
      return 0
    }
    if (!options.yes)
      await confirm(
        terminal,
        `Type '${printable(address.name)}' to replace everything in it by the back-up of ${backup.creation_date}:`,
        address.name,
      )
    const restored = await awaitRestore(client, output.tell, address, args.backup)
    if (restored.state === 'failed')
      throw new Refusal(`The back-up was not restored. ${printable(restored.message)}`)
    output.print(
      restored,
      () =>
        `${address.name} holds the back-up of ${backup.creation_date}. What it held before is the back-up ${restored.saved_backup_id}.`,
    )
    return 0
  },
})

const sentences: Record<Restore['state'], string> = {
  saving: 'Backing up the current content.',
  testing: 'Restoring the back-up in a trial.',
  restoring: 'Restoring.',
  restored: '',
  failed: '',
}

/** Begins a restore and tells each step until its end. */
async function awaitRestore(
  client: Client,
  tell: (sentence: string) => void,
  address: AddonAddress,
  backupId: string,
): Promise<Restore> {
  let progress = await client.backups.restore(address, backupId)
  let told = ''
  const end = performance.now() + timeout
  while (isUnderWay(progress) && performance.now() < end) {
    const sentence = sentences[progress.state]
    if (sentence !== told) tell(sentence)
    told = sentence
    await pause(every)
    progress = await client.backups.restoreProgress(address, backupId)
  }
  if (isUnderWay(progress)) throw new Refusal('It is still being restored; the add-on waits.')
  return progress
}
