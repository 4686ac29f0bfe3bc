/** A mail as it leaves us: plain text. */
export interface Letter {
  to: string
  subject: string
  text: string
}

/**
 * What waits to be mailed. What the letter says is decided only when it is sent: whoever asks for one learns nothing
 * from our answer, nor from how long it takes, about whether the address is known.
 */
export interface Posting {
  id: string
  /** Which letter. */
  kind: string
  to: string
  /** What the letter needs to know beside the address; sealed at rest. */
  knows: Readonly<Record<string, string>>
  createdAt: number
  /** Not tried before this moment. */
  dueAt: number
  attempts: number
}

/** Hands letters to the mail system. */
export interface Mailer {
  /** Ends when the mail system has taken it over; throws when it has not. */
  send(letter: Letter): Promise<void>
}

/** Sends what lies in the outbox, when it is due. */
export interface Postman {
  /** There is something new. */
  wake(): void
}
