import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { table } from '#cli/terminal/table.ts'
import type { FileEntry } from '#client/resources/marketplace/files.ts'
import { shownPath } from '#protocol/files/file-path.ts'
import { encodedOption, typedPath } from './bucket-path.ts'
import { nextPage } from './next-page.ts'

const maxListed = 500

export const bucketLs = defineCommand({
  words: 'bucket ls',
  summary: 'List a folder of a bucket',
  description: 'In the order of the bytes of names, in pages.',
  arguments: [
    { name: 'addon', summary: 'add-on id, real id or name' },
    { name: 'path', summary: 'folder in the bucket (default: all of it)', optional: true },
  ],
  options: {
    limit: { type: 'string', value: 'number', summary: 'Names on a page', default: '200' },
    after: { type: 'string', value: 'name', summary: 'Begin after this name' },
    ...encodedOption,
    ...orgOption,
  },
  examples: ['berth bucket ls files', 'berth bucket ls files uploads/2026 --limit 500'],
  async handle(context) {
    const { output, options, args } = context
    const limit = Number(options.limit)
    if (!Number.isInteger(limit) || limit < 1 || limit > maxListed)
      throw new Refusal(`A page has from 1 to ${maxListed} names.`)
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const path = typedPath(args.path ?? '', options)
    const listing = await client.files.list(address, {
      path,
      limit,
      ...(options.after === undefined ? {} : { after: typedPath(options.after, options) }),
    })
    output.print(listing, () => {
      if (listing.entries.length === 0) return 'There is nothing.'
      const listed = { addon: args.addon, path, limit, org: options.org }
      const more = listing.next === null ? '' : `\nMore: ${nextPage(listed, listing.next)}`
      return table(listing.entries.map(rowOf)) + more
    })
    return 0
  },
})

const rowOf = ({ name, type, size, modified }: FileEntry) => [
  type === 'file' ? `${size} bytes` : type,
  new Date(modified * 1000).toISOString().replace(/\.000Z$/, 'Z'),
  shownPath(name) + (type === 'folder' ? '/' : ''),
]
