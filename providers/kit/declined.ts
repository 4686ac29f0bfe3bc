/** Thrown by a provider's code to decline a request: the platform shows the message to the customer. */
export class DeclinedError extends Error {
  /** Status of the response: 4xx when a retry will not help, 503 when it may. */
  readonly status: number

  constructor(sentence: string, status = 422) {
    super(sentence)
    this.name = 'DeclinedError'
    this.status = status
  }
}
