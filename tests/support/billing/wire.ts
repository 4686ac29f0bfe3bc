import { createClient } from '#client/client.ts'
import type { Person } from '#tests/support/people/people.ts'
import type { TestApi } from '#tests/support/platform/api.ts'

// biome-ignore lint/suspicious/noExplicitAny: records are compared as they are on the wire
export type Wire = any

/** Calls the API as a person; a refusal rejects. */
export function callAs(
  { url, account }: Pick<TestApi, 'url' | 'account'>,
  { token, secret }: Pick<Person, 'token' | 'secret'>,
) {
  const { consumerKey, consumerSecret } = account
  const credentials = { consumerKey, consumerSecret, token, secret }
  const { ask } = createClient({ api: url, credentials })
  return (method: 'GET' | 'POST' | 'PUT' | 'DELETE', target: string, body?: unknown) => {
    const [path = '', search] = target.split('?')
    const query = Object.fromEntries(new URLSearchParams(search))
    return ask<Wire>({ method, path, query, ...(body !== undefined && { body }) })
  }
}
