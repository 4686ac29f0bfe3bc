import type { Addresses } from '#api/http/endpoint.ts'

/** Where the picture of a user or an organisation is found: one of ours by its id, or elsewhere. */
export function avatarUrl({ api }: Pick<Addresses, 'api'>, avatar: string): string {
  return avatar === '' || avatar.startsWith('https://') ? avatar : `${api}/avatars/${avatar}`
}
