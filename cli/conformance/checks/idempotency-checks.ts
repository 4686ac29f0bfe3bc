import { randomUUID } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { answerOf, isDone } from '#cli/conformance/call.ts'
import { type Check, checksOf, demand } from '#cli/conformance/check.ts'
import { jsonType } from '#cli/conformance/open-stage.ts'
import { spec } from '#cli/conformance/spec.ts'
import type { Stage } from '#cli/conformance/stage.ts'
import { basicAuth } from '#kit/net/basic-auth.ts'

const check = checksOf('idempotency')
const advice =
  'Keep addon_id with the resource, unique, and answer a known one with what you answered before.'

/** Sends a complete order and closes the connection before the response. */
const hangUp = (stage: Stage, body: string): Promise<void> =>
  new Promise((resolve) => {
    const { base_url } = stage.endpoints
    const { id, api } = stage.manifest
    const make = base_url.startsWith('https:') ? secureRequest : plainRequest
    const authorization = basicAuth({ id, password: api.password })
    const headers = {
      ...jsonType,
      authorization,
      'content-length': String(Buffer.byteLength(body)),
    }
    const request = make(base_url, { method: 'POST', headers, agent: false })
    const late = setTimeout(() => request.destroy(), stage.timeout)
    request.on('error', () => {})
    request.once('close', () => {
      clearTimeout(late)
      resolve()
    })
    request.end(body, () => request.destroy())
  })

export const idempotencyChecks: readonly Check[] = [
  check('again', 'must', 'The same order again succeeds', spec.again, async (stage) => {
    const { body } = await stage.success()
    const { reply } = await stage.order({ ...body })
    demand(isDone(reply), `The second time the answer was ${answerOf(reply)}.`, advice)
  }),
  check('same-id', 'must', 'The same order again gets the same id', spec.again, async (stage) => {
    const { body, made } = await stage.success()
    const again = await stage.success({ ...body })
    demand(
      again.made.id === made.id,
      'The second time there was another id: the customer would have two resources.',
      advice,
    )
  }),
  check(
    'same-values',
    'must',
    'The same order again gets the same values',
    spec.again,
    async (stage) => {
      const first = await stage.success()
      const config = await stage.configOf(first)
      const again = await stage.success({ ...first.body })
      if (again.reply.status === 202) return
      const changed = Object.keys(config).filter((name) => config[name] !== again.made.config[name])
      demand(
        changed.length === 0,
        `${changed.join(', ')} changed: values that were given before would stop working.`,
        advice,
      )
    },
  ),
  check('third-time', 'should', 'It stays so however often it comes', spec.again, async (stage) => {
    const { body, made } = await stage.success()
    for (let time = 0; time < 3; time += 1) {
      const again = await stage.success({ ...body })
      demand(again.made.id === made.id, 'A later time there was another id.', advice)
    }
  }),
  check(
    'at-once',
    'must',
    'The same order five times at once is one resource',
    spec.again,
    async (stage) => {
      await stage.sample()
      const addon_id = `addon_${randomUUID()}`
      const orders = await Promise.all(Array.from({ length: 5 }, () => stage.order({ addon_id })))
      const ids = new Set(orders.flatMap(({ made }) => (made ? [made.id] : [])))
      demand(ids.size > 0, 'None of them succeeded.', advice)
      demand(
        ids.size === 1,
        `There were ${ids.size} different ids.`,
        'Let the second wait for the first: a unique key on addon_id, or a lock.',
      )
    },
  ),
  check(
    'lost-answer',
    'must',
    'After a lost answer the order can be sent again',
    spec.again,
    async (stage) => {
      const { body } = await stage.sample()
      const addon_id = `addon_${randomUUID()}`
      const callback_url = stage.callbacks.callbackUrl(addon_id)
      const order = { ...body, addon_id, heroku_id: addon_id, callback_url }
      await hangUp(stage, JSON.stringify(order))
      const again = await stage.order(order)
      demand(isDone(again.reply), `The answer was ${answerOf(again.reply)}.`, advice)
      const third = await stage.success(order)
      demand(third.made.id === again.made?.id, 'There is more than one resource.', advice)
    },
  ),
  check(
    'after-others',
    'must',
    'An order is recognised after others came',
    spec.again,
    async (stage) => {
      const { body, made } = await stage.success()
      await stage.success()
      await stage.success()
      const again = await stage.success({ ...body })
      demand(again.made.id === made.id, 'It got another id.', advice)
    },
  ),
]
