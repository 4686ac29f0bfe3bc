import type { CommitMeasure } from './measure-commit.ts'

/**
 * Measures of commits that repositories hold, in memory: a commit never changes, so that the deployment of a push need
 * not measure it again. Only commits within the limits are kept; the limits are constants of this program.
 */
export interface CommitMeasures {
  find(repository: string, commit: string): CommitMeasure | undefined
  keep(repository: string, commit: string, measure: CommitMeasure): void
}

/** Some hundred bytes each. */
const defaultMaxCommits = 1000

/** Keeps the measures of the newest commits. */
export function createCommitMeasures(maxCommits = defaultMaxCommits): CommitMeasures {
  const measures = new Map<string, CommitMeasure>()
  const keyOf = (repository: string, commit: string) => `${commit} ${repository}`
  return {
    find: (repository, commit) => measures.get(keyOf(repository, commit)),
    keep(repository, commit, measure) {
      const key = keyOf(repository, commit)
      measures.delete(key)
      measures.set(key, measure)
      const oldest = measures.size > maxCommits ? measures.keys().next().value : undefined
      if (oldest !== undefined) measures.delete(oldest)
    },
  }
}
