import { answerOf } from '#cli/conformance/call.ts'
import type { Callback } from '#cli/conformance/callback-server.ts'
import { type Check, checksOf, demand, SkippedError } from '#cli/conformance/check.ts'
import { spec } from '#cli/conformance/spec.ts'
import type { Stage, Success } from '#cli/conformance/stage.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import { readConfig } from '#protocol/config.ts'
import { isObject, own } from '#protocol/json-value.ts'

const check = checksOf('asynchronous')
const advice =
  'Answer 202 first, then PUT {"config": {…}} to callback_url with the credentials of the manifest; again until it is 200.'

/** Places an order that is answered with 202. */
async function pending(stage: Stage): Promise<Success> {
  const ordered = await stage.success()
  if (ordered.reply.status !== 202) throw new SkippedError('Orders are answered at once.')
  if (!isLoopback(new URL(stage.endpoints.base_url).hostname))
    throw new SkippedError('The service cannot reach this machine; run it on the same one.')
  return ordered
}

const isPut = ({ method }: Callback) => method === 'PUT'

async function told(stage: Stage, { addonId }: Success): Promise<Callback> {
  const heard = await stage.callbacks.hear(addonId, isPut, stage.timeout)
  if (!heard) throw new SkippedError('Nobody called back.')
  return heard
}

export const asynchronousChecks: readonly Check[] = [
  check('id', 'must', 'The answer 202 has the id already', spec.later, async (stage) => {
    await stage.sample().catch(() => {})
    const { reply } = await stage.order()
    if (reply.status !== 202) throw new SkippedError('Orders are answered at once.')
    demand(typeof own(reply.json, 'id') === 'string', `The answer has no id as a text.`, advice)
  }),
  check('calls-back', 'must', 'The order is completed by a call', spec.later, async (stage) => {
    const { addonId } = await pending(stage)
    const heard = await stage.callbacks.hear(addonId, isPut, stage.timeout)
    demand(
      heard !== undefined,
      `Nothing came to callback_url within ${stage.timeout / 1000} s.`,
      advice,
    )
  }),
  check(
    'credentials',
    'must',
    `The call carries the provider's credentials`,
    spec.basic,
    async (stage) => {
      const heard = await told(stage, await pending(stage))
      demand(heard.isOurs, 'The credentials are missing or wrong.', advice)
    },
  ),
  check(
    'config',
    'must',
    'The call has values that the platform can read',
    spec.later,
    async (stage) => {
      const { json } = await told(stage, await pending(stage))
      demand(isObject(own(json, 'config')), 'The body has no object config.', advice)
      const read = readConfig(own(json, 'config'), stage.manifest.api.config_vars)
      demand(!('problem' in read), 'problem' in read ? read.problem : '', advice)
    },
  ),
  check('after-answer', 'must', 'The call comes after the answer', spec.callback, async (stage) => {
    const { isEarly } = await told(stage, await pending(stage))
    demand(
      !isEarly,
      'It came while the order was still open; the platform answers 404 then.',
      advice,
    )
  }),
  check(
    'again',
    'should',
    'The call is repeated when the platform fails',
    spec.later,
    async (stage) => {
      const addon_id = `addon_again-${Math.random().toString(36).slice(2)}`
      await pending(stage)
      stage.callbacks.failOnce(addon_id)
      await stage.order({ addon_id, callback_url: stage.callbacks.callbackUrl(addon_id) })
      const heard = await stage.callbacks.hear(
        addon_id,
        ({ method, status }) => method === 'PUT' && status === 200,
        stage.timeout,
      )
      demand(
        heard !== undefined,
        'After 503 no second call came.',
        'Try again with growing pauses, also after a restart.',
      )
    },
  ),
  check(
    'same-id',
    'must',
    'While it is pending, the same order gets the same id',
    spec.again,
    async (stage) => {
      const { body, made } = await pending(stage)
      const again = await stage.order({ ...body })
      demand(
        again.made?.id === made.id,
        `The answer was ${answerOf(again.reply)} with another id.`,
        advice,
      )
    },
  ),
]
