import type { OwnedId } from '#console/api/query-keys.ts'
import { addressOf } from '#console/navigation/addresses.ts'

/** The page that waits for the first push of an application. */
export const pushAddress = ({ ownerId, id }: OwnedId): string =>
  `${addressOf.create('application')}/${encodeURIComponent(id)}?${new URLSearchParams({ for: ownerId })}`

/** The three commands of a first push, from the folder of a repository. */
export const pushCommands = (url: string, branch: string, message: string): string =>
  [
    `git add --all && git commit --message "${message}"`,
    `git remote add berth ${url}`,
    `git push berth HEAD:${branch}`,
  ].join('\n')
