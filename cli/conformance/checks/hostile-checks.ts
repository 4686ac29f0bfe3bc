import { answerOf, isDone, type Reply } from '#cli/conformance/call.ts'
import {
  type Check,
  checksOf,
  demand,
  type Severity,
  SkippedError,
} from '#cli/conformance/check.ts'
import { jsonType } from '#cli/conformance/open-stage.ts'
import { spec } from '#cli/conformance/spec.ts'
import type { Stage } from '#cli/conformance/stage.ts'

const check = checksOf('hostile')

const post = (stage: Stage, body: string, headers: Record<string, string> = jsonType) =>
  stage.call({ method: 'POST', url: stage.endpoints.base_url, headers, body })

/** A check that an invalid body is answered and creates no resource. */
const refuses = (
  name: string,
  severity: Severity,
  sentence: string,
  body: (stage: Stage) => Promise<string> | string,
): Check =>
  check(name, severity, sentence, spec.hostile, async (stage) => {
    const reply = await post(stage, await body(stage))
    demand(
      !isDone(reply),
      `The answer was ${answerOf(reply)}, as if it were an order.`,
      'Check the body before anything else; answer 400.',
    )
    demand(reply.status !== 0, `There was ${answerOf(reply)}.`, 'Answer 400.')
  })

/** A valid order with some fields replaced, as text. */
const orderWith = (more: Record<string, unknown>) => async (stage: Stage) =>
  JSON.stringify({ ...(await stage.sample()).body, addon_id: `addon_${Math.random()}`, ...more })

const isClientFault = ({ status }: Reply) => status >= 400 && status < 500

export const hostileChecks: readonly Check[] = [
  refuses('broken-json', 'must', 'Broken JSON is refused', () => '{"addon_id": "addon_'),
  refuses('empty', 'must', 'An empty body is refused', () => ''),
  refuses('null', 'must', 'null is refused', () => 'null'),
  refuses('list', 'must', 'A list is refused', () => '[]'),
  refuses('text', 'must', 'A text is refused', () => '"order"'),
  refuses('nothing', 'must', 'An empty object is refused', () => '{}'),
  refuses(
    'no-addon',
    'must',
    'An order without addon_id is refused',
    orderWith({ addon_id: undefined, heroku_id: undefined, uuid: undefined }),
  ),
  refuses(
    'number-addon',
    'should',
    'An addon_id that is a number is refused',
    orderWith({ addon_id: 42, heroku_id: 42 }),
  ),
  refuses(
    'deep',
    'must',
    'A deeply nested body is refused',
    () => `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  ),
  check('status', 'should', 'Invalid orders are answered with 4xx', spec.hostile, async (stage) => {
    for (const body of ['{"addon_id": ', '', 'null', '[]', '{}']) {
      const reply = await post(stage, body)
      demand(
        isClientFault(reply),
        `'${body}' was answered with ${answerOf(reply)}.`,
        'Answer 400 with a message.',
      )
    }
  }),
  check(
    'prototype',
    'must',
    'A key __proto__ changes nothing for others',
    spec.hostile,
    async (stage) => {
      const { body } = await stage.sample()
      const poison = JSON.stringify({ ...body, addon_id: 'addon_poison', plan: undefined }).replace(
        '{',
        '{"__proto__":{"plan":"dev","addon_id":"x"},"constructor":{"prototype":{"plan":"dev"}},',
      )
      await post(stage, poison)
      const { reply } = await stage.order({ plan: undefined })
      demand(
        !isDone(reply),
        'After that an order without a plan succeeded.',
        'Do not merge bodies into objects.',
      )
    },
  ),
  check('large', 'should', 'A body of 4 MiB is refused, not kept', spec.hostile, async (stage) => {
    const { body } = await stage.sample()
    const reply = await post(
      stage,
      JSON.stringify({ ...body, addon_id: 'addon_large', padding: 'x'.repeat(4 * 1024 * 1024) }),
    )
    demand(
      !isDone(reply),
      `The answer was ${answerOf(reply)}.`,
      'Read no more than 1 MiB; answer 413.',
    )
  }),
  check(
    'content-type',
    'should',
    'An order that is not called JSON is refused',
    spec.provision,
    async (stage) => {
      const { body } = await stage.sample()
      const text = JSON.stringify({ ...body, addon_id: 'addon_plain' })
      const reply = await post(stage, text, { 'content-type': 'text/plain' })
      demand(
        isClientFault(reply),
        `The answer was ${answerOf(reply)}.`,
        'Browsers send text/plain across sites without asking; answer 415.',
      )
    },
  ),
  check('methods', 'should', 'Other methods are answered with 4xx', spec.hostile, async (stage) => {
    for (const method of ['PATCH', 'GET']) {
      const reply = await stage.call({ method, url: stage.endpoints.base_url })
      demand(
        reply.status !== 0 && reply.status < 500,
        `${method} was answered with ${answerOf(reply)}.`,
        'Answer 405.',
      )
    }
  }),
  check(
    'no-stack',
    'should',
    'Errors tell nothing about the inside',
    spec.hostile,
    async (stage) => {
      const replies = [
        await post(stage, '{"addon_id": '),
        await post(stage, 'null'),
        await stage.remove('%00'),
      ]
      const telling = replies.find(({ text }) =>
        /\bat .+:\d+:\d+|Traceback|node_modules|\.java:\d+/.test(text),
      )
      demand(
        telling === undefined,
        'An answer contains a stack trace.',
        'Write it to your log, answer a sentence.',
      )
    },
  ),
  check('still-there', 'must', 'After all that an order succeeds', spec.hostile, async (stage) => {
    await post(stage, '{"addon_id": ')
    await post(stage, `${'['.repeat(50_000)}`)
    const { reply } = await stage.order()
    if (stage.plans.length === 0) throw new SkippedError('No plan is known.')
    demand(
      isDone(reply),
      `The answer was ${answerOf(reply)}.`,
      'Catch what goes wrong with one request.',
    )
  }),
]
