import { Refusal } from '#platform/model/refusal.ts'

/** The whole id of a commit. */
export function validateCommit(commit: string): string {
  if (/^[0-9a-f]{40}$/.test(commit)) return commit
  throw new Refusal(
    'invalid',
    `${JSON.stringify(commit.slice(0, 64))} is not the id of a commit: give all of its 40 digits.`,
  )
}
