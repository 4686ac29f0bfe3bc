/** A release, or the proof of one, is not possible as things are. */
export class ReleaseError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
