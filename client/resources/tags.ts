import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'

interface TaggedAddress {
  id: string
  ownerId: string
}

/** Tags of applications and add-ons; each call answers all of them. */
export const tags = ({ ask }: Connection) => {
  const below = (root: string) => ({
    list: () => ask<string[]>({ method: 'GET', path: root }),
    replace: (body: readonly string[]) => ask<string[]>({ method: 'PUT', path: root, body }),
    add: (tag: string) => ask<string[]>({ method: 'PUT', path: root + path`/${tag}` }),
    remove: (tag: string) => ask<string[]>({ method: 'DELETE', path: root + path`/${tag}` }),
  })
  return {
    ofApplication: ({ id, ownerId }: TaggedAddress) =>
      below(path`/v2/organisations/${ownerId}/applications/${id}/tags`),
    ofAddon: ({ id, ownerId }: TaggedAddress) =>
      below(path`/v2/organisations/${ownerId}/addons/${id}/tags`),
  }
}
