import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { Self } from '#client/resources/accounts/self.ts'
import { askSecret } from './secret.ts'
import type { Terminal } from './terminal.ts'

export interface Proof {
  self: Self
  password: string
}

/**
 * Asks for the user's password and does what it is needed for. A refusal is about the password then: that the
 * credentials of the profile are good was seen before.
 */
export async function withPassword<Answer>(
  terminal: Terminal,
  client: Client,
  act: (proof: Proof) => Promise<Answer>,
): Promise<Answer> {
  const self = await client.self.get()
  if (!self.hasPassword) {
    throw new Refusal('This account has no password.', 'Set one in the console first.')
  }
  const password = await askSecret(terminal, `Password of ${self.email}:`)
  try {
    return await act({ self, password })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw new Refusal(error.message)
    throw error
  }
}
