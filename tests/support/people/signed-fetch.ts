import type { TestApi } from '#tests/support/platform/api.ts'
import type { Person } from './people.ts'

export interface SignedAnswer {
  status: number
  json: Record<string, unknown>
}

/** An API call of a user, with a JSON body and the password header if given. */
export async function signedFetch(
  api: Pick<TestApi, 'url'>,
  { authorization }: Pick<Person, 'authorization'>,
  method: string,
  path: string,
  { body, password }: { body?: unknown; password?: string } = {},
): Promise<SignedAnswer> {
  const answer = await fetch(api.url + path, {
    method,
    headers: {
      authorization,
      'content-type': 'application/json',
      ...(password !== undefined && {
        'x-clever-password': Buffer.from(password).toString('base64'),
      }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
}
