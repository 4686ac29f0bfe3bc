import { randomUUID } from 'node:crypto'
import { answerOf, isDone, type Reply } from '#cli/conformance/call.ts'
import { type Check, checksOf, demand, SkippedError } from '#cli/conformance/check.ts'
import { jsonType } from '#cli/conformance/open-stage.ts'
import { spec } from '#cli/conformance/spec.ts'
import type { Stage } from '#cli/conformance/stage.ts'
import { basicAuth } from '#kit/net/basic-auth.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'

const check = checksOf('authentication')

const advice =
  'Compare user name and password of each request with the manifest; answer 401 unless both are the same.'

/** A valid order with another `Authorization` header. */
const orderWith = (stage: Stage, authorization: string | undefined): Promise<Reply> =>
  stage.callBare({
    method: 'POST',
    url: stage.endpoints.base_url,
    headers: { ...jsonType, ...(authorization === undefined ? {} : { authorization }) },
    body: JSON.stringify({
      addon_id: `addon_${randomUUID()}`,
      owner_id: 'orga_stranger',
      owner_name: 'Stranger',
      user_id: 'user_stranger',
      plan: stage.plans[0],
      region: 'EU',
      options: {},
      callback_url: stage.callbacks.callbackUrl('addon_stranger'),
    }),
  })

/** A check that an order with wrong credentials gets 401. */
const refuses = (
  name: string,
  sentence: string,
  authorization: (stage: Stage) => string | undefined,
): Check =>
  check(name, 'must', sentence, spec.refuse401, async (stage) => {
    const reply = await orderWith(stage, authorization(stage))
    demand(reply.status === 401, `The answer was ${answerOf(reply)} instead of 401.`, advice)
  })

const withPassword = (change: (password: string) => string) => (stage: Stage) =>
  basicAuth({ id: stage.manifest.id, password: change(stage.manifest.api.password) })

const flipped = (text: string) =>
  text.toLowerCase() === text ? text.toUpperCase() : text.toLowerCase()

export const authenticationChecks: readonly Check[] = [
  refuses('missing', 'An order without credentials is refused', () => undefined),
  refuses(
    'wrong-password',
    'An order with another password is refused',
    withPassword(() => randomUUID()),
  ),
  refuses(
    'empty-password',
    'An order with an empty password is refused',
    withPassword(() => ''),
  ),
  refuses(
    'longer-password',
    'The password with something after it is refused',
    withPassword((password) => `${password}x`),
  ),
  refuses(
    'shorter-password',
    'The beginning of the password is refused',
    withPassword((password) => password.slice(0, -1)),
  ),
  refuses('password-case', 'The password in another case is refused', withPassword(flipped)),
  refuses('wrong-user', 'Another user name with the right password is refused', ({ manifest }) =>
    basicAuth({ id: `not-${manifest.id}`, password: manifest.api.password }),
  ),
  refuses('swapped', 'User name and password in the other order are refused', ({ manifest }) =>
    basicAuth({ id: manifest.api.password, password: manifest.id }),
  ),
  refuses('salt-as-password', 'The salt does not serve as the password', ({ manifest }) =>
    basicAuth({ id: manifest.id, password: manifest.api.sso_salt }),
  ),
  refuses('malformed', 'Credentials that cannot be decoded are refused', () => 'Basic %%%'),
  refuses(
    'other-scheme',
    'The password as a bearer token is refused',
    ({ manifest }) => `Bearer ${manifest.api.password}`,
  ),
  check(
    'delete',
    'must',
    'Nobody can delete without credentials',
    spec.refuse401,
    async (stage) => {
      const { made } = await stage.success()
      const reply = await stage.callBare({
        method: 'DELETE',
        url: resourceUrl(stage.endpoints.base_url, made.id),
      })
      demand(
        reply.status === 401,
        `DELETE without credentials was answered with ${answerOf(reply)}.`,
        advice,
      )
    },
  ),
  check(
    'plan-change',
    'must',
    'Nobody can change a plan without credentials',
    spec.refuse401,
    async (stage) => {
      const { made, addonId } = await stage.sample()
      const reply = await stage.callBare({
        method: 'PUT',
        url: resourceUrl(stage.endpoints.base_url, made.id),
        headers: jsonType,
        body: JSON.stringify({ addon_id: addonId, plan: stage.plans.at(-1) }),
      })
      if ([404, 405, 501].includes(reply.status))
        throw new SkippedError('There is no change of plan.')
      demand(
        reply.status === 401,
        `PUT without credentials was answered with ${answerOf(reply)}.`,
        advice,
      )
    },
  ),
  check(
    'unknown-resource',
    'should',
    'Strangers do not learn which resources exist',
    spec.refuse401,
    async (stage) => {
      const reply = await stage.callBare({
        method: 'DELETE',
        url: resourceUrl(stage.endpoints.base_url, randomUUID()),
      })
      demand(
        reply.status === 401,
        `DELETE of something unknown was answered with ${answerOf(reply)}.`,
        'Check the credentials before the resource.',
      )
    },
  ),
  check(
    'no-secret',
    'must',
    'A refusal does not tell the password or the salt',
    spec.secrets,
    async (stage) => {
      const { password, sso_salt } = stage.manifest.api
      const reply = await orderWith(stage, undefined)
      const said = `${JSON.stringify(reply.headers)}${reply.text}`
      const leaks = [password, sso_salt].some(
        (secret) => secret.length > 7 && said.includes(secret),
      )
      demand(!leaks, 'The refusal contains a secret of the manifest.', 'Answer with a fixed text.')
    },
  ),
  check(
    'challenge',
    'should',
    'A refusal carries a Basic challenge',
    spec.challenge,
    async (stage) => {
      const reply = await orderWith(stage, undefined)
      if (reply.status !== 401) throw new SkippedError('There was no 401.')
      demand(
        /^basic\b/i.test(reply.headers['www-authenticate'] ?? ''),
        'There is no WWW-Authenticate header.',
        'Send: WWW-Authenticate: Basic realm="…".',
      )
    },
  ),
  check('scheme-case', 'should', `The scheme may be written 'basic'`, spec.basic, async (stage) => {
    const { made } = await stage.sample()
    const { id, api } = stage.manifest
    const authorization = basicAuth({ id, password: api.password }).replace('Basic', 'basic')
    const url = resourceUrl(stage.endpoints.base_url, `${made.id}-none`)
    const reply = await stage.callBare({ method: 'DELETE', url, headers: { authorization } })
    demand(
      reply.status !== 401,
      'The right credentials were refused.',
      'Names of schemes have no case.',
    )
  }),
  check(
    'still-there',
    'must',
    'The right credentials are accepted after wrong ones',
    spec.basic,
    async (stage) => {
      await orderWith(stage, undefined)
      const ordered = await stage.order()
      demand(
        ordered.reply.status !== 401 && ordered.reply.status !== 403,
        `A good order was answered with ${answerOf(ordered.reply)}.`,
        'Do not lock the platform out: it has one address for all customers.',
      )
      demand(
        isDone(ordered.reply),
        `A good order was answered with ${answerOf(ordered.reply)}.`,
        'See the checks of provisioning.',
      )
    },
  ),
]
