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

/** The line of a log that says what went wrong, found when the deployment failed. */
export interface Headline {
  /** Id of the line. */
  lineId: string
  /** When it was written. */
  date: number
  /** Program that wrote it, such as `npm`. */
  tool: string
  sentence: string
  /** As the repository has it, if that is known. */
  file: string | null
  line: number | null
  column: number | null
  /** What to do, if nothing better is known. */
  advice: readonly string[]
}

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

/** The headline in one line, with its place as editors and terminals open it. */
export function headlineText({
  file,
  line,
  column,
  sentence,
}: Pick<Headline, 'file' | 'line' | 'column' | 'sentence'>): string {
  const place = [file, line, column].filter((part) => part !== null).join(':')
  return place === '' ? sentence : `${place}: ${sentence}`
}
