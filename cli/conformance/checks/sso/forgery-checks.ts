import { createHash, randomUUID } from 'node:crypto'
import { answerOf } from '#cli/conformance/call.ts'
import { type Check, checksOf, demand, type Severity } from '#cli/conformance/check.ts'
import { spec } from '#cli/conformance/spec.ts'
import type { Stage } from '#cli/conformance/stage.ts'
import { type SsoFields, ssoTimestamp } from '#protocol/sso/sso.ts'
import { isLetIn } from './signs-in.ts'

const check = checksOf('sso')
const advice =
  'Verify the signature over every field and the age of the timestamp before anything else.'

type Forge = (good: SsoFields, stage: Stage) => Promise<object> | object

/** A check that a forged single sign-on form is refused. */
const refuses = (
  name: string,
  severity: Severity,
  sentence: string,
  says: string,
  forge: Forge,
): Check =>
  check(name, severity, sentence, says, async (stage) => {
    const { made } = await stage.sample()
    const reply = await stage.enter(await forge(stage.form(made.id), stage))
    demand(!isLetIn(reply), `The answer was ${answerOf(reply)}, and it let us in.`, advice)
    demand(reply.status !== 0, `There was ${answerOf(reply)}.`, advice)
  })

const forged = (name: string, sentence: string, forge: Forge) =>
  refuses(name, 'must', sentence, spec.signature, forge)

/** A correctly signed form whose timestamp is so many minutes off. */
const minutesAway =
  (minutes: number): Forge =>
  ({ id }, stage) =>
    stage.form(id, { timestamp: ssoTimestamp(Date.now() + minutes * 60_000, stage.timestampUnit) })

const flipped = (hex: string) => `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`

export const forgeryChecks: readonly Check[] = [
  forged('forged-signature', 'A signature that differs in its last digit is refused', (good) => ({
    ...good,
    signature: flipped(good.signature),
  })),
  forged('short-signature', 'The beginning of a signature is refused', (good) => ({
    ...good,
    signature: good.signature.slice(0, 64),
  })),
  forged(
    'no-signature',
    'A form without a signature is refused',
    ({ signature: _, ...rest }) => rest,
  ),
  forged('empty-signature', 'An empty signature is refused', (good) => ({
    ...good,
    signature: '',
  })),
  forged('token-only', 'The older token alone opens nothing', (good) => ({
    ...good,
    signature: '0'.repeat(128),
  })),
  forged('forged-email', 'Another e-mail than the signed one is refused', (good) => ({
    ...good,
    email: 'eve@example.org',
  })),
  forged('forged-user', 'Another user than the signed one is refused', (good) => ({
    ...good,
    user_id: `user_${randomUUID()}`,
  })),
  forged('forged-nav-data', 'Other navigation data than the signed ones are refused', (good) => ({
    ...good,
    'nav-data': 'eyJhIjoiYiJ9',
  })),
  forged('forged-timestamp', 'Another timestamp than the signed one is refused', (good) => ({
    ...good,
    timestamp: String(Number(good.timestamp) + 1),
  })),
  forged('other-id', 'The form of one resource does not open another', async (good, stage) => ({
    ...good,
    id: (await stage.success()).made.id,
  })),
  forged('other-salt', 'A signature with another salt is refused', (good) => ({
    ...good,
    signature: createHash('sha512')
      .update(`${good.id}:${good.user_id}:${good.email}:::${good.timestamp}`)
      .digest('hex'),
  })),
  forged('unknown-id', 'A resource that never was has no panel', (_, stage) =>
    stage.form(`unknown-${randomUUID()}`),
  ),
  refuses('stale', 'must', 'A form from yesterday is refused', spec.fresh, minutesAway(-24 * 60)),
  refuses(
    'stale-hour',
    'must',
    'A form that is an hour old is refused',
    spec.fresh,
    minutesAway(-60),
  ),
  refuses(
    'stale-minutes',
    'should',
    'A form that is twenty minutes old is refused',
    spec.fresh,
    minutesAway(-20),
  ),
  refuses('future', 'should', 'A form from tomorrow is refused', spec.fresh, minutesAway(24 * 60)),
  refuses(
    'no-time',
    'must',
    'A signed timestamp that is not a number is refused',
    spec.fresh,
    ({ id }, stage) => stage.form(id, { timestamp: 'now' }),
  ),
  refuses(
    'empty-time',
    'must',
    'A signed empty timestamp is refused',
    spec.fresh,
    ({ id }, stage) => stage.form(id, { timestamp: '' }),
  ),
  refuses(
    'shifted-colon',
    'should',
    'A field that borrows a colon from its neighbour is refused',
    spec.signature,
    ({ id, user_id }, stage) =>
      stage.form(id, { user_id: `${user_id}:"a`, email: 'b"@example.org' }),
  ),
  check(
    'refusal-status',
    'should',
    'A forged form is answered with 401 or 403',
    spec.signature,
    async (stage) => {
      const { made } = await stage.sample()
      const reply = await stage.enter({ ...stage.form(made.id), email: 'eve@example.org' })
      demand(
        [401, 403].includes(reply.status),
        `The answer was ${answerOf(reply)}.`,
        'Answer 403 with a sentence for the visitor.',
      )
    },
  ),
  check(
    'no-oracle',
    'must',
    'A refusal does not tell the right signature',
    spec.secrets,
    async (stage) => {
      const { made } = await stage.sample()
      const good = stage.form(made.id)
      const { text, headers } = await stage.enter({ ...good, signature: flipped(good.signature) })
      demand(
        !`${text}${JSON.stringify(headers)}`.includes(good.signature),
        'The refusal contains the signature that would have been right.',
        'Answer with a fixed text.',
      )
    },
  ),
  check('get', 'should', 'The form opens nothing as a query', spec.sso, async (stage) => {
    const { made } = await stage.sample()
    const query = new URLSearchParams({ ...stage.form(made.id) })
    const url = `${stage.endpoints.sso_url}${stage.endpoints.sso_url.includes('?') ? '&' : '?'}${query}`
    const reply = await stage.callBare({ method: 'GET', url })
    demand(
      reply.cookies.length === 0 || !isLetIn(reply),
      `GET was answered with ${answerOf(reply)} and a cookie.`,
      'Addresses end up in logs; accept POST only.',
    )
  }),
]
