import assert from 'node:assert/strict'
import { createConsumer } from '#platform/identity/access/consumers/consumers.ts'
import type { Consumer } from '#platform/model/identity/access/consumer.ts'
import type { Right } from '#platform/model/identity/access/rights.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import { PageVisitor, type VisitedPage } from '#tests/support/visitors/page-visitor.ts'
import { type Parameters, type Place, type SignatureMethod, sendSigned } from './oauth-signing.ts'

export interface Credentials {
  token: string
  secret: string
}

/** How a request of the OAuth flow is sent; by default in the header, with HMAC-SHA512. */
export interface Manner {
  method?: SignatureMethod | undefined
  place?: Place
  /** Path before `request_token`. */
  prefix?: string
  /** Path after `request_token`. */
  suffix?: string
  /** Additional or overriding parameters. */
  parameters?: Parameters
}

/** A third-party program that knows only its consumer. */
export class ThirdParty {
  readonly url: string
  readonly consumer: Pick<Consumer, 'key' | 'secret'>
  readonly callback: string

  constructor(url: string, consumer: ThirdParty['consumer'], callback: string) {
    this.url = url
    this.consumer = consumer
    this.callback = callback
  }

  begin(manner: Manner = {}): Promise<Response> {
    return this.#post('request_token', '', manner, { oauth_callback: this.callback })
  }

  async requestToken(manner?: Manner): Promise<Credentials> {
    const pairs = await pairsOf(await this.begin(manner))
    assert.equal(pairs.get('oauth_callback_confirmed'), 'true')
    return credentialsIn(pairs)
  }

  end(request: Credentials, verifier: string, manner: Manner = {}): Promise<Response> {
    const { token, secret } = request
    const parameters = { oauth_token: token, oauth_verifier: verifier }
    return this.#post('access_token', secret, manner, parameters)
  }

  async accessToken(request: Credentials, verifier: string, manner?: Manner): Promise<Credentials> {
    const pairs = await pairsOf(await this.end(request, verifier, manner))
    const left = Date.parse(pairs.get('expiration_date') ?? '') - Date.now()
    assert.ok(left > 89 * 24 * 3_600_000 && left < 91 * 24 * 3_600_000)
    return credentialsIn(pairs)
  }

  /** An API call for the user. */
  call(
    verb: string,
    path: string,
    access: Credentials,
    { method = 'HMAC-SHA512', parameters }: Manner = {},
  ): Promise<Response> {
    const { key, secret } = this.consumer
    return sendSigned(verb, this.url + path, {
      method,
      secrets: [secret, access.secret],
      parameters: { oauth_consumer_key: key, oauth_token: access.token, ...parameters },
    })
  }

  #post(step: string, tokenSecret: string, manner: Manner, parameters: Parameters) {
    const { prefix = '/v2/oauth/', suffix = '', place = 'header' } = manner
    return sendSigned(
      'POST',
      `${this.url}${prefix}${step}${suffix}`,
      {
        method: 'method' in manner ? manner.method : 'HMAC-SHA512',
        secrets: [this.consumer.secret, tokenSecret],
        parameters: {
          oauth_consumer_key: this.consumer.key,
          ...parameters,
          ...manner.parameters,
        },
      },
      place,
    )
  }
}

async function pairsOf(answer: Response): Promise<URLSearchParams> {
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  assert.equal(answer.headers.get('content-type'), 'application/x-www-form-urlencoded')
  return new URLSearchParams(text)
}

function credentialsIn(pairs: URLSearchParams): Credentials {
  const [token, secret] = [pairs.get('oauth_token'), pairs.get('oauth_token_secret')]
  assert.ok(token && secret)
  return { token, secret }
}

/** Registers a consumer in the first organisation and returns its program. */
export async function registerProgram(
  { platform, account, url }: TestApi,
  rights: readonly Right[],
  baseUrl = 'https://program.test',
): Promise<ThirdParty> {
  const consumer = await createConsumer(platform, account.organisationId, {
    name: 'Their program',
    url: 'https://about.test/',
    baseUrl,
    rights,
  })
  return new ThirdParty(url, consumer, `${baseUrl}/back?kept=1`)
}

/** The user's browser, with a session. */
export async function loggedInVisitor(url: string, email: string, password: string) {
  const visitor = new PageVisitor(url)
  await visitor.get('/v2/sessions/login')
  const answer = await visitor.send('/v2/sessions/login', { email, pass: password })
  assert.equal(answer.status, 303, answer.text)
  return visitor
}

export const authorizePath = (token: string) => `/v2/oauth/authorize?oauth_token=${token}`

/** Query parameters of the callback. */
export function callbackOf({ status, location, text }: VisitedPage): URLSearchParams {
  assert.equal(status, 303, text)
  return new URL(location).searchParams
}

/** Checkboxes of a page, as a browser sends them when all are left ticked. */
export const tickedOn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="checkbox" name="(\w+)" checked>/g)].map(([, name]) => [
      name,
      'on',
    ]),
  )

/** The user opens the page and consents, unless already done; returns the verifier. */
export async function allow(
  visitor: PageVisitor,
  token: string,
  ticked?: Record<string, string>,
): Promise<string> {
  const opened = await visitor.get(authorizePath(token))
  const answer =
    opened.status === 303
      ? opened
      : await visitor.send('/v2/oauth/authorize', {
          ...(ticked ?? tickedOn(opened.text)),
          decision: 'allow',
        })
  const given = callbackOf(answer)
  assert.equal(given.get('oauth_token'), token)
  assert.equal(given.get('kept'), '1')
  return given.get('oauth_verifier') ?? assert.fail('no verifier')
}
