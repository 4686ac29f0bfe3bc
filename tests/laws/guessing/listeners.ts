import { request } from 'node:http'
import { hashPassword } from '#tests/support/passwords.ts'
import { type Person, somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  body: string
}

/** A platform with open sign-up, whose mail worker is off. */
export async function openGuessedApi(): Promise<TestApi & { known: Person; admin: Person }> {
  const api = await openTestApi()
  await api.platform.mailWorker.close()
  api.platform.policies.signup = 'open'
  const passwordHash = await hashPassword('not to be guessed')
  const known = await somebody(api, { passwordHash })
  const { organisationId } = api.account
  const admin = await somebody(api, { role: 'ADMIN', organisationId, passwordHash })
  return { ...api, known, admin }
}

export type GuessedApi = Awaited<ReturnType<typeof openGuessedApi>>

interface Sent {
  body: string
  type: string
  authorization?: string
  method?: string
}

/** Sends a request from one of this machine's loopback addresses. */
export function send(url: string, from: string, sent: Sent): Promise<Answer> {
  const { body, type, authorization, method = 'POST' } = sent
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      {
        method,
        localAddress: from,
        timeout: 300_000,
        headers: {
          'content-type': type,
          'content-length': Buffer.byteLength(body),
          ...(authorization && { authorization }),
        },
      },
      async (response) => {
        let text = ''
        for await (const chunk of response.setEncoding('utf8')) text += chunk
        const { date: _, ...headers } = response.headers
        resolve({ status: response.statusCode ?? 0, headers, body: text })
      },
    )
    asking.on('error', reject)
    asking.on('timeout', () => asking.destroy(new Error(`${url} was not answered`)))
    asking.end(body)
  })
}

const form = (fields: Record<string, string>) => ({
  body: new URLSearchParams(fields).toString(),
  type: 'application/x-www-form-urlencoded',
})
const json = (value: unknown) => ({ body: JSON.stringify(value), type: 'application/json' })

/** Every endpoint that takes an e-mail address, and how it is called. */
export const listeners: Record<
  string,
  (api: GuessedApi, email: string, from: string) => Promise<Answer>
> = {
  login: (api, email, from) =>
    send(`${api.url}/v2/sessions/login`, from, form({ email, pass: 'a guess' })),
  'token creation': (api, email, from) =>
    send(`${api.bridge}/api-tokens`, from, json({ email, password: 'a guess', name: 'x' })),
  'password reset': (api, login, from) =>
    send(`${api.url}/v2/password_forgotten`, from, form({ login })),
  'sign-up': (api, email, from) =>
    send(`${api.url}/v2/users`, from, form({ email, pass: 'a few good words' })),
  'e-mail address': (api, email, from) =>
    send(`${api.url}/v2/self/emails/${encodeURIComponent(email)}`, from, {
      ...json({}),
      method: 'PUT',
      authorization: api.admin.authorization,
    }),
  'primary e-mail address': (api, email, from) =>
    send(`${api.url}/v2/self/emails/${encodeURIComponent(email)}`, from, {
      ...json({ make_primary: true }),
      method: 'PUT',
      authorization: api.admin.authorization,
    }),
  'removal of an e-mail address': (api, email, from) =>
    send(`${api.url}/v2/self/emails/${encodeURIComponent(email)}`, from, {
      ...json({}),
      method: 'DELETE',
      authorization: api.admin.authorization,
    }),
  audit: (api, email, from) =>
    send(
      `${api.url}/v2/organisations/${api.account.organisationId}/audit?email=${encodeURIComponent(email)}`,
      from,
      { ...json({}), method: 'GET', authorization: api.admin.authorization },
    ),
  invitation: (api, email, from) =>
    send(`${api.url}/v2/organisations/${api.account.organisationId}/members`, from, {
      ...json({ email, role: 'DEVELOPER' }),
      authorization: api.admin.authorization,
    }),
}
