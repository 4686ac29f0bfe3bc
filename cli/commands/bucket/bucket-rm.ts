import { defineCommand } from '#cli/define-command.ts'
import { orgOption, yesOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { confirm } from '#cli/terminal/confirm.ts'
import { shownPath } from '#protocol/files/file-path.ts'
import { encodedOption, typedPath } from './bucket-path.ts'

export const bucketRm = defineCommand({
  words: 'bucket rm',
  summary: 'Remove a file or a folder of a bucket',
  description: 'A folder goes with all that it holds.',
  arguments: [
    { name: 'addon', summary: 'add-on id, real id or name' },
    { name: 'path', summary: 'file or folder in the bucket' },
  ],
  options: { ...encodedOption, ...yesOption, ...orgOption },
  examples: ['berth bucket rm files uploads/photo.jpg'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const path = typedPath(args.path, options)
    const shown = shownPath(path)
    if (!options.yes) await confirm(terminal, `Type '${shown}' to remove it permanently:`, shown)
    await client.files.remove(address, path)
    output.print({ path }, () => `Removed ${shown}.`)
    return 0
  },
})
