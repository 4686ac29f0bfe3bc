import { Refusal } from '#platform/model/refusal.ts'

/** Too large to be read: 413 for a body, 414 for a URL. */
export class TooLargeError extends Refusal {
  readonly status: 413 | 414

  constructor(message: string, status: 413 | 414 = 413) {
    super('invalid', message)
    this.status = status
  }
}
