import { issueAccessToken } from '#platform/identity/access/tokens/access-tokens.ts'
import { refuseEnded } from '#platform/identity/access/watch-credential.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { AccessToken } from '#platform/model/identity/access/consumer.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { WaitingLogin } from '#platform/model/identity/access/waiting-logins.ts'
import { Refusal } from '#platform/model/refusal.ts'

const collectWithin = 10 * 60_000
const cliTokenPattern = /^[A-Za-z0-9_-]{16,128}$/

type Context = Pick<Platform, 'store' | 'clock' | 'waitingLogins'>

/** Refuses a malformed login token of a command-line tool. */
export function validateCliToken(cliToken: string): void {
  if (cliTokenPattern.test(cliToken)) return
  throw new Refusal(
    'invalid',
    'The token of the command-line tool is missing. Run login again in the terminal.',
  )
}

/** The user approves in the browser the command-line login that waits with this token. */
export async function confirmCliLogin(
  platform: Context & { toolConsumerKey: string },
  login: { cliToken: string; caller: Caller },
): Promise<void> {
  validateCliToken(login.cliToken)
  if ((await platform.waitingLogins.find(login.cliToken))?.isCancelled)
    throw new Refusal('conflict', 'This login was cancelled. Run login again in the terminal.')
  const createdAt = platform.clock()
  await platform.store.cliLogins.removeOlderThan(createdAt - collectWithin)
  await platform.store.transaction(async (store) => {
    // Whoever ends all sessions and tokens ends this one too.
    await refuseEnded({ ...platform, store }, login.caller)
    if (await store.cliLogins.take(login.cliToken)) {
      throw new Refusal('conflict', 'This login was already confirmed. Go back to your terminal.')
    }
    const { token } = await issueAccessToken(
      { ...platform, store },
      {
        consumerKey: platform.toolConsumerKey,
        userId: login.caller.userId,
        rights: everyRight,
        for: 'tool',
      },
    )
    await store.cliLogins.add({ cliToken: login.cliToken, accessToken: token, createdAt })
  })
}

/** The user rejects the login in the browser: the tool stops waiting and the token cannot be confirmed any more. */
export async function cancelCliLogin({ waitingLogins }: Context, cliToken: string): Promise<void> {
  validateCliToken(cliToken)
  await waitingLogins.cancel(cliToken)
}

/** Returns the access token to the polling tool, once; before the confirmation, records that the tool is waiting. */
export async function collectCliLogin(
  { store, clock, waitingLogins }: Context,
  cliToken: string,
  tool: Pick<WaitingLogin, 'machine' | 'address'>,
): Promise<AccessToken> {
  if (cliTokenPattern.test(cliToken)) await waitingLogins.note(cliToken, tool)
  if ((await waitingLogins.find(cliToken))?.isCancelled)
    throw new Refusal('forbidden', 'The login was cancelled in the browser.')
  const login = await store.cliLogins.take(cliToken)
  const token = login && (await store.accessTokens.find(login.accessToken))
  if (token && login.createdAt > clock() - collectWithin) return token
  throw new Refusal('missing', 'The login has not been confirmed in the browser.')
}
