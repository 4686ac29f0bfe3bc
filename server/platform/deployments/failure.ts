/** Where a deployment ended badly. */
export type FailureStep =
  | 'source'
  | 'recipe'
  | 'build'
  | 'start'
  | 'health-check'
  | 'switch'
  | 'interrupted'

/** A deployment ended badly: kept on its record and shown to its owner, in one sentence. */
export class Failure extends Error {
  readonly step: FailureStep
  /** Further lines for the log: what to change, what was seen. */
  readonly advice: string[]

  constructor(step: FailureStep, message: string, advice: string[] = []) {
    super(message)
    this.name = 'Failure'
    this.step = step
    this.advice = advice
  }
}
