/** Error with a message for the user and a hint what to do next. */
export class Refusal extends Error {
  readonly hint: string | undefined

  constructor(sentence: string, hint?: string) {
    super(sentence)
    this.name = 'Refusal'
    this.hint = hint
  }
}

/** An invalid command line. */
export class UsageError extends Error {
  /** Words of the command whose usage is shown; absent: the list of commands is shown. */
  readonly words: string | undefined

  constructor(sentence: string, words?: string) {
    super(sentence)
    this.name = 'UsageError'
    this.words = words
  }
}
