import { randomUUID } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { shownPath } from '#protocol/files/file-path.ts'
import { encodedOption, typedPath } from './bucket-path.ts'

export const bucketPut = defineCommand({
  words: 'bucket put',
  summary: 'Upload a file into a bucket',
  description:
    'It is there once all of it has arrived, in place of a file of that name; folders on the way are made.',
  arguments: [
    { name: 'addon', summary: 'add-on id, real id or name' },
    { name: 'file', summary: 'file to upload', completes: 'files' },
    {
      name: 'path',
      summary: 'where in the bucket; a folder when it ends with / (default: its name)',
      optional: true,
    },
  ],
  options: { ...encodedOption, ...orgOption },
  examples: ['berth bucket put files photo.jpg', 'berth bucket put files photo.jpg uploads/'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const source = resolve(terminal.folder, args.file)
    const given = args.path ?? ''
    const isFolder = given === '' || given.endsWith('/')
    const path = typedPath(isFolder ? `${given}/${basename(source)}` : given, options)
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const size = await withFile(source, args.file, (file) =>
      client.files.put(address, {
        path,
        draftId: randomUUID(),
        async read(offset, length) {
          const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
          return buffer.subarray(0, bytesRead)
        },
      }),
    )
    output.print({ path, size }, () => `Uploaded ${shownPath(path)} (${size} bytes).`)
    return 0
  },
})

/** Opens a file for what sends it. */
async function withFile<T>(source: string, given: string, send: (file: FileHandle) => Promise<T>) {
  const file = await open(source).catch((error: NodeJS.ErrnoException) => {
    throw new Refusal(`${given} cannot be read (${error.code}).`)
  })
  try {
    if (!(await file.stat()).isFile()) throw new Refusal(`${given} is not a file.`)
    return await send(file)
  } finally {
    await file.close()
  }
}
