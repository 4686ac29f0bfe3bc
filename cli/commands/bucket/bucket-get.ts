import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { shownPath } from '#protocol/files/file-path.ts'
import { encodedOption, typedPath } from './bucket-path.ts'

export const bucketGet = defineCommand({
  words: 'bucket get',
  summary: 'Download a file of a bucket',
  arguments: [
    { name: 'addon', summary: 'add-on id, real id or name' },
    { name: 'path', summary: 'file in the bucket' },
  ],
  options: {
    output: {
      type: 'string',
      value: 'file',
      summary: 'File to write (default: its name, in this folder)',
    },
    ...encodedOption,
    ...orgOption,
  },
  examples: [
    'berth bucket get files uploads/photo.jpg',
    'berth bucket get files uploads/photo.jpg --output copy.jpg',
  ],
  async handle(context) {
    const { terminal, output, options, args } = context
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const path = typedPath(args.path, options)
    const file = await client.files.address(address, path)
    // One that would hide something on a terminal keeps its percent signs.
    const target = resolve(
      terminal.folder,
      options.output ?? shownPath(path.split('/').at(-1) ?? ''),
    )
    if (await isFolder(target)) throw new Refusal(`${target} is a folder. Name a file in it.`)
    // A name that nothing has, however long the other one is: it is made, and never written over.
    const draft = join(dirname(target), `.berth-${randomUUID()}.part`)
    try {
      const { bytes } = await client.files.open(file, new AbortController().signal)
      await pipeline(bytes, createWriteStream(draft, { flags: 'wx' }))
      const { size } = await stat(draft)
      if (size !== file.size)
        throw new Refusal('The file has changed while it was downloaded. Download it again.')
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    output.print({ path: target, size: file.size }, () => `Saved ${target} (${file.size} bytes).`)
    return 0
  },
})

const isFolder = (path: string) =>
  stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  )
