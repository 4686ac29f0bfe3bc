import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { createAttempts } from '#platform/identity/access/limits/create-attempts.ts'
import { authenticatePassword } from '#platform/identity/access/login/authenticate-password.ts'
import type { Store } from '#platform/model/store.ts'
import type { Platform } from '#platform/platform.ts'
import { openTestPlatform } from '#tests/support/platform/platform.ts'
import { requestPasswordReset } from './reset-password.ts'
import { requestAccount } from './sign-up.ts'

const from = '127.0.0.1'

/** Runs an action and records its work: key derivations and store queries, in order. */
async function workOf(
  platform: Platform,
  action: (platform: Platform) => Promise<unknown>,
): Promise<string[]> {
  const work: string[] = []
  const hook = createHook({
    init(_, type) {
      if (type === 'ARGON2REQUEST') work.push('argon2')
    },
  })
  const watched = Object.entries(platform.store).map(([noun, part]) => [
    noun,
    typeof part !== 'object'
      ? part
      : Object.fromEntries(
          Object.entries(part as Record<string, (...args: unknown[]) => unknown>).map(
            ([name, method]) => [
              name,
              (...args: unknown[]) => {
                work.push(`${noun}.${name}`)
                return method(...args)
              },
            ],
          ),
        ),
  ])
  const store = Object.fromEntries(watched) as Store
  const attempts = createAttempts(systemClock)
  hook.enable()
  try {
    await action({ ...platform, store, attempts }).catch(() => {})
  } finally {
    hook.disable()
  }
  return work
}

const actions: Record<string, (platform: Platform, email: string) => Promise<unknown>> = {
  'a login with a wrong password': (platform, email) =>
    authenticatePassword(platform, { email, password: 'wrong', from }),
  'a password reset': (platform, login) =>
    requestPasswordReset(platform, { login, dropTokens: false, from }),
  'a sign-up': (platform, email) =>
    requestAccount(platform, { email, password: 'correct horse', name: '', from }),
}

for (const [name, action] of Object.entries(actions)) {
  test(`account enumeration: ${name} does the same work for known and unknown accounts`, async () => {
    await using setup = await openTestPlatform()
    const { platform } = setup
    platform.policies.signup = 'open'
    platform.mailWorker = { begin() {}, wake() {}, close: async () => {} }
    // The first call creates the dummy hash for unknown accounts.
    await workOf(platform, (watched) => action(watched, 'first@localhost'))
    const known = await workOf(platform, (watched) => action(watched, 'admin@localhost'))
    const unknown = await workOf(platform, (watched) => action(watched, 'nobody@localhost'))
    assert.deepEqual(known, unknown)
    assert.ok(known.length > 0)
  })
}
