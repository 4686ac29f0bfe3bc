import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepProfile } from '#cli/profiles/profile.ts'
import type { AccessCredentials } from '#client/http/node/credentials.ts'
import { type TypedResult, type } from '#tests/support/captured-terminal.ts'
import { openTestApi, type TestApi } from './api.ts'

/** A real API, and a home with a login to it, for running commands. */
export interface TypedApi extends TestApi {
  /** Home folder, with the configuration folder in it. */
  root: string
  env: Record<string, string>
  type(
    words: string,
    more?: { stdin?: string | AsyncIterable<string>; interactive?: boolean; keyboard?: string },
  ): Promise<TypedResult>
  /** Logs in with these credentials instead of the first account's. */
  logIn(credentials: AccessCredentials): Promise<void>
}

export async function openTypedApi(): Promise<TypedApi> {
  const setup = await openTestApi()
  const root = await mkdtemp(join(tmpdir(), 'berth-typed-'))
  const env = { HOME: root, XDG_CONFIG_HOME: join(root, 'config'), BROWSER: 'none' }
  const { url: api, bridge } = setup
  const logIn = async ({ consumerKey, consumerSecret, token, secret }: AccessCredentials) => {
    const credentials = { consumerKey, consumerSecret, token, secret }
    await keepProfile({ env }, { name: 'test', api, bridge, credentials }, undefined)
  }
  await logIn(setup.account)
  return {
    ...setup,
    root,
    env,
    logIn,
    type: (words, more) => type(words.split(' '), { folder: root, env, ...more }),
    async [Symbol.asyncDispose]() {
      await setup[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}
