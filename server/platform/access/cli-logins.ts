import { newSecret } from '#kit/ids.ts'
import { createRateLimit } from '#kit/rate-limit.ts'
import type { AccessToken } from '#platform/access/consumer.ts'
import { hashPassword, isPassword } from '#platform/access/passwords.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

const collectWithin = 10 * 60_000
const accessTokenLifetime = 90 * 24 * 3_600_000
const cliTokenPattern = /^[A-Za-z0-9_-]{16,128}$/
/** Counted together, so that nobody elsewhere can lock an account's owner out; all of them, so that many cannot guess. */
const attemptsByBoth = createRateLimit({ attempts: 10, window: 60_000 })
const attemptsByAddress = createRateLimit({ attempts: 30, window: 60_000 })
const attemptsByEmail = createRateLimit({ attempts: 100, window: 60_000 })

type Logging = Pick<Platform, 'store' | 'clock'>

/** Refuses what cannot be the token that a command-line tool has made up for its login. */
export function validateCliToken(cliToken: string): void {
  if (cliTokenPattern.test(cliToken)) return
  throw new Refusal(
    'invalid',
    'The address lacks the token of the command-line tool: begin again there with login.',
  )
}

/** The user confirms, in the browser, that the tool that waits with this token may act for them. */
export async function confirmCliLogin(
  platform: Logging & { toolConsumerKey: string },
  login: { cliToken: string; email: string; password: string; from: string },
): Promise<void> {
  validateCliToken(login.cliToken)
  const user = await authenticatePassword(platform, login)
  const token = await issueAccessToken(platform, platform.toolConsumerKey, user.id)
  const createdAt = platform.clock()
  await platform.store.cliLogins.removeOlderThan(createdAt - collectWithin)
  await platform.store.cliLogins.add({
    cliToken: login.cliToken,
    accessToken: token.token,
    createdAt,
  })
}

/** Gives the waiting tool its access token, once. */
export async function collectCliLogin(
  { store, clock }: Logging,
  cliToken: string,
): Promise<AccessToken> {
  const login = await store.cliLogins.take(cliToken)
  const token = login && (await store.accessTokens.find(login.accessToken))
  if (token && login.createdAt > clock() - collectWithin) return token
  throw new Refusal('missing', 'This login was not confirmed in the browser yet.')
}

export async function issueAccessToken(
  { store, clock }: Logging,
  consumerKey: string,
  userId: string,
): Promise<AccessToken> {
  const createdAt = clock()
  const token: AccessToken = {
    token: newSecret(),
    secret: newSecret(),
    consumerKey,
    userId,
    createdAt,
    expiresAt: createdAt + accessTokenLifetime,
  }
  await store.accessTokens.add(token)
  return token
}

/** Takes as long, and says the same, for an account that does not exist. */
async function authenticatePassword(
  { store }: Logging,
  { email, password, from }: { email: string; password: string; from: string },
) {
  const name = email.trim().toLowerCase().slice(0, 254)
  const isAllowed =
    attemptsByAddress.allow(from) &&
    attemptsByBoth.allow(`${from} ${name}`) &&
    attemptsByEmail.allow(name)
  if (!isAllowed) {
    throw new Refusal('unavailable', 'Too many attempts: wait a minute and try again.')
  }
  const user = await store.users.findByEmail(name)
  const hash = user?.passwordHash ?? (await nobodysHash())
  if ((await isPassword(password.slice(0, 1024), hash)) && user) return user
  throw new Refusal('unauthenticated', 'The e-mail address or the password is wrong.', {
    reason: 'credentials-wrong',
  })
}

let nobody: Promise<string> | undefined
const nobodysHash = () => {
  nobody ??= hashPassword(newSecret())
  return nobody
}
