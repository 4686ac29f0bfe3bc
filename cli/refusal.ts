/** The tool says no: one sentence, and what to do next. */
export class Refusal extends Error {
  readonly hint: string | undefined

  constructor(sentence: string, hint?: string) {
    super(sentence)
    this.name = 'Refusal'
    this.hint = hint
  }
}

/** The command line itself makes no sense. */
export class UsageError extends Error {
  /** The words of the command whose usage is shown; absent: the list of commands. */
  readonly words: string | undefined

  constructor(sentence: string, words?: string) {
    super(sentence)
    this.name = 'UsageError'
    this.words = words
  }
}
