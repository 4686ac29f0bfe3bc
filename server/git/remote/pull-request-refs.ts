import type { PullRequestHead } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'

/** Refs of the newest commits: of GitHub, Gitea and Forgejo, and of GitLab. */
export const pullRequestRefs: readonly string[] = ['refs/pull/*/head', 'refs/merge-requests/*/head']

/** Parses what `ls-remote` prints for them; an incomplete last line is left out. */
export function pullRequestHeadsIn(output: string): Map<number, PullRequestHead> {
  const heads = new Map<number, PullRequestHead>()
  for (const line of output.slice(0, output.lastIndexOf('\n') + 1).split('\n')) {
    const [, commit, ref, number] =
      /^([0-9a-f]{40})\t(refs\/(?:pull|merge-requests)\/([1-9]\d{0,9})\/head)$/.exec(line) ?? []
    if (commit && ref && number) heads.set(Number(number), { commit, ref })
  }
  return heads
}
