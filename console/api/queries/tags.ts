import { queryOptions } from '@tanstack/react-query'
import { abortable, type Connection } from '#client/http/connection.ts'
import { tags } from '#client/resources/tags.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'

/** What can have tags. */
export type TaggedKind = 'application' | 'addon'

const tagsOf = (from: Connection, kind: TaggedKind, address: OwnedId) =>
  kind === 'application' ? tags(from).ofApplication(address) : tags(from).ofAddon(address)

/** Tags of an application or add-on. */
export const tagsQuery = (kind: TaggedKind, address: OwnedId) =>
  queryOptions({
    queryKey:
      kind === 'application'
        ? queryKeys.ofApplication(address, 'tags')
        : queryKeys.ofAddon(address, 'tags'),
    queryFn: ({ signal }) => tagsOf(abortable(connection, signal), kind, address).list(),
  })

/** Adds or removes one tag; answers all of them. */
export const changeTag = (
  kind: TaggedKind,
  address: OwnedId,
  { tag, isOn }: { tag: string; isOn: boolean },
): Promise<string[]> => tagsOf(connection, kind, address)[isOn ? 'add' : 'remove'](tag)
