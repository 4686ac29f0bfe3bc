/** Path of a repository or an id as a part of a URL; its slashes stay. */
export const segments = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

interface Side {
  repo?: { full_name: string } | null | undefined
}

/** Whether a pull request comes from another repository; one that the host does not name, as after a fork was deleted, counts as another. */
export const isFromFork = (head: Side, base: Side): boolean =>
  !head.repo || !base.repo || head.repo.full_name !== base.repo.full_name

/** Whether two lines of `authorized_keys` have the same key; hosts drop or change the comment. */
export const isSameKey = (one: string, other: string): boolean => {
  const keyOf = (line: string) => line.trim().split(/\s+/).slice(0, 2).join(' ')
  return keyOf(one) === keyOf(other)
}
