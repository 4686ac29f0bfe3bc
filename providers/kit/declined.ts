/** Thrown by a provider's own code to say no: the platform shows the sentence to the customer. */
export class DeclinedError extends Error {
  /** The status of the answer: 4xx when asking again will not help, 503 when it may. */
  readonly status: number

  constructor(sentence: string, status = 422) {
    super(sentence)
    this.name = 'DeclinedError'
    this.status = status
  }
}
