/** Step in which a deployment failed. */
export type FailureStep =
  | 'source'
  | 'recipe'
  | 'build'
  | 'start'
  | 'health-check'
  | 'switch'
  | 'probation'
  | 'interrupted'

/** A failed deployment, in one sentence that is stored on its record and shown to the owner. */
export class Failure extends Error {
  readonly step: FailureStep
  /** Further log lines: observations and what to change. */
  readonly advice: string[]

  constructor(step: FailureStep, message: string, advice: string[] = []) {
    super(message)
    this.name = 'Failure'
    this.step = step
    this.advice = advice
  }
}

/** An engine is to copy an artifact that it no longer has. */
export const artifactGone = (): Failure =>
  new Failure('source', 'The artifact to promote is no longer there.', [
    'Deploy the application that it came from again, and promote its new release.',
  ])
