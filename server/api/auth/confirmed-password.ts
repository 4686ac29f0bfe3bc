import type { Call } from '#api/http/endpoint.ts'
import { userOf } from '#api/v2/self/self.ts'
import { confirmPassword } from '#platform/identity/access/login/authenticate-password.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxHeaderLength = 4096

/** The caller's account, after checking the password sent with the call. */
export async function confirmedPassword(
  call: Pick<Call, 'platform' | 'request' | 'from'> & { caller: Caller },
): Promise<User> {
  const user = await userOf(call.platform, call.caller)
  await confirmPassword(call.platform, user, passwordIn(call.request), call.from)
  return user
}

/** Clients send it as base64 of UTF-8. */
function passwordIn({ headers }: Request): string {
  const header = headers.get('x-clever-password')
  if (!header || header.length > maxHeaderLength) {
    throw new Refusal(
      'unauthenticated',
      'Password confirmation required: send the password in the header X-Clever-Password, in base64.',
      { reason: 'credentials-wrong' },
    )
  }
  return Buffer.from(header, 'base64').toString('utf8')
}
