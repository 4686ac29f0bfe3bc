import type { Addresses } from '#api/http/endpoint.ts'

/** URL of an avatar: ours by id, or an external one. */
export function avatarUrl({ api }: Pick<Addresses, 'api'>, avatar: string): string {
  return avatar === '' || avatar.startsWith('https://') ? avatar : `${api}/avatars/${avatar}`
}
