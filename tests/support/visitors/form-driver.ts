import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepProfile } from '#cli/profiles/profile.ts'
import type { UserId } from '#platform/model/ids.ts'
import { type TypedResult, type } from '#tests/support/captured-terminal.ts'
import { credentialsOf } from '#tests/support/people/named-people.ts'
import type { TestApi } from '#tests/support/platform/api.ts'

/** A logged-in user of an API at a terminal, with their own home. */
export interface FormDriver extends AsyncDisposable {
  folder: string
  env: Record<string, string>
  /** Runs `berth` with these words and returns the output. */
  type(...words: string[]): Promise<TypedResult>
  /** The same, with an answer typed at the prompt. */
  answer(answer: string, ...words: string[]): Promise<TypedResult>
}

export async function seat(api: TestApi, userId: UserId): Promise<FormDriver> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-form-driver-'))
  const env: Record<string, string> = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') }
  const credentials = await credentialsOf(api, userId)
  await keepProfile({ env }, { name: 'test', api: api.url, credentials }, undefined)
  return {
    folder,
    env,
    type: (...words) => type(words, { folder, env }),
    answer: (stdin, ...words) => type(words, { folder, env, stdin, interactive: true }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
