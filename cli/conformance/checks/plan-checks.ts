import { randomUUID } from 'node:crypto'
import { answerOf, isDone } from '#cli/conformance/call.ts'
import { type Check, checksOf, demand, type Severity } from '#cli/conformance/check.ts'
import { spec } from '#cli/conformance/spec.ts'
import { failureMessage } from '#protocol/failure.ts'

const check = checksOf('plans')
const advice =
  'Look the slug up in the list of your plans, and answer 422 with a message when it is not there.'

/** A check that an order with an invalid plan fails. */
const refuses = (name: string, severity: Severity, sentence: string, plan: () => unknown): Check =>
  check(name, severity, sentence, spec.slug, async (stage) => {
    await stage.sample()
    const { reply } = await stage.order({ plan: plan() })
    demand(
      !isDone(reply),
      `The answer was ${answerOf(reply)}: somebody would pay for a plan that is not there.`,
      advice,
    )
    demand(reply.status !== 0, `There was ${answerOf(reply)}.`, advice)
  })

export const planChecks: readonly Check[] = [
  refuses(
    'unknown',
    'must',
    'An order for an unknown plan is refused',
    () => `no-such-plan-${randomUUID()}`,
  ),
  refuses('missing', 'must', 'An order without a plan is refused', () => undefined),
  refuses('empty', 'must', 'An order for an empty plan is refused', () => ''),
  refuses('number', 'must', 'A number as a plan is refused', () => 0),
  refuses('object', 'must', 'An object as a plan is refused', () => ({ $ne: '' })),
  refuses(
    'inherited',
    'must',
    'Names of built-in properties are refused as plans',
    () => 'constructor',
  ),
  check(
    'status',
    'should',
    'An unknown plan is the fault of whoever asks: 4xx',
    spec.failure,
    async (stage) => {
      const { reply } = await stage.order({ plan: `no-such-plan-${randomUUID()}` })
      demand(
        reply.status >= 400 && reply.status < 500,
        `The answer was ${answerOf(reply)}.`,
        advice,
      )
    },
  ),
  check('message', 'should', 'The refusal says why', spec.failure, async (stage) => {
    const { reply } = await stage.order({ plan: `no-such-plan-${randomUUID()}` })
    demand(
      failureMessage(reply.text) !== undefined,
      'The body has no message for the customer.',
      'Answer {"id":"error","message":"…","config":{}}.',
    )
  }),
  check(
    'then-right',
    'must',
    'After a wrong plan the right one can be ordered',
    spec.again,
    async (stage) => {
      await stage.sample()
      const addon_id = `addon_${randomUUID()}`
      await stage.order({ addon_id, plan: `no-such-plan-${randomUUID()}` })
      const { reply } = await stage.order({ addon_id })
      demand(
        isDone(reply),
        `The answer was ${answerOf(reply)}.`,
        'Do not remember an order that you refused.',
      )
    },
  ),
]
