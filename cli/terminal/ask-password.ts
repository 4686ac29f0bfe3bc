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
 * Prompts for the user's password and runs a call with it. A 401 then means a wrong password, because the credentials
 * of the profile were verified before.
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
