import { answerOf, isDone } from '#cli/conformance/call.ts'
import { type Check, checksOf, demand, SkippedError } from '#cli/conformance/check.ts'
import { spec } from '#cli/conformance/spec.ts'
import type { Stage } from '#cli/conformance/stage.ts'
import { isObject, kindOf, own } from '#protocol/json-value.ts'
import { readProvisioned } from '#protocol/provisioned.ts'

const check = checksOf('provisioning')

/** Places a valid order; skips the check unless it succeeds. */
async function answered(stage: Stage) {
  const ordered = await stage.order()
  if (!isDone(ordered.reply)) throw new SkippedError('The order did not succeed.')
  return ordered
}

/** A check that an order succeeds with some fields replaced. */
const takes = (
  name: string,
  severity: Check['severity'],
  sentence: string,
  more: Record<string, unknown>,
): Check =>
  check(name, severity, sentence, spec.body, async (stage) => {
    await stage.sample()
    const { reply } = await stage.order(more)
    demand(
      isDone(reply),
      `The answer was ${answerOf(reply)}.`,
      'Take what you know from the body and leave the rest.',
    )
  })

export const provisioningChecks: readonly Check[] = [
  check(
    'status',
    'must',
    'A good order is answered with 200, 201 or 202',
    spec.statuses,
    async (stage) => {
      const { reply } = await stage.order()
      demand(
        [200, 201, 202].includes(reply.status),
        `The answer was ${answerOf(reply)}.`,
        'Answer 200 with the resource, or 202 if it takes longer than seconds.',
      )
    },
  ),
  check('json', 'must', 'The answer is a JSON object', spec.provision, async (stage) => {
    const { reply } = await answered(stage)
    demand(
      isObject(reply.json),
      `The body is ${reply.json === undefined ? 'no JSON' : kindOf(reply.json)}.`,
      'Answer {"id": "…", "config": {…}}.',
    )
  }),
  check(
    'content-type',
    'should',
    'The answer says that it is JSON',
    spec.provision,
    async (stage) => {
      const { reply } = await answered(stage)
      const type = reply.headers['content-type'] ?? 'missing'
      demand(
        /^application\/json\b/i.test(type),
        `Content-Type is ${type}.`,
        'Send Content-Type: application/json.',
      )
    },
  ),
  check('id', 'must', 'The id is a text', spec.id, async (stage) => {
    const { reply } = await answered(stage)
    const id = own(reply.json, 'id')
    demand(
      typeof id === 'string' && id !== '',
      `'id' is ${id === '' ? 'empty' : kindOf(id)}.`,
      'Send a text: "42", not 42.',
    )
  }),
  check('readable', 'must', 'The platform can read the answer', spec.config, async (stage) => {
    const { reply } = await answered(stage)
    const read = readProvisioned(reply.json, stage.manifest)
    demand(
      !('problem' in read),
      'problem' in read ? read.problem : '',
      'Send id as a text, and config as an object of texts.',
    )
  }),
  check('message', 'must', 'A message is a text', spec.message, async (stage) => {
    const { reply } = await answered(stage)
    const message = own(reply.json, 'message') ?? ''
    demand(typeof message === 'string', `'message' is ${kindOf(message)}.`, 'Send a text, or none.')
  }),
  check('own-id', 'should', `The id is the provider's own`, spec.id, async (stage) => {
    const { made, addonId } = await stage.sample()
    demand(!made.id.includes(addonId), `The id contains the platform's.`, 'Make your own id.')
  }),
  check(
    'plain-id',
    'should',
    'The id has only letters, digits and .~_-',
    spec.id,
    async (stage) => {
      const { made } = await stage.sample()
      demand(
        /^[\w.~-]+$/.test(made.id),
        `The id is '${made.id}'.`,
        'Other characters are escaped in addresses, and a colon makes signatures ambiguous.',
      )
    },
  ),
  check('different-ids', 'must', 'Two orders get two resources', spec.id, async (stage) => {
    const [one, other] = [await stage.success(), await stage.success()]
    demand(
      one.made.id !== other.made.id,
      'Two orders got the same id.',
      'Make a new resource for each addon_id.',
    )
  }),
  check(
    'same-owner',
    'must',
    'Two orders of the same owner get two resources',
    spec.id,
    async (stage) => {
      const one = await stage.success()
      const other = await stage.success({ owner_id: one.body.owner_id, user_id: one.body.user_id })
      demand(
        one.made.id !== other.made.id,
        'The second order of an owner got the id of the first.',
        'Recognise orders by addon_id, not by their owner.',
      )
    },
  ),
  takes('unknown-fields', 'must', 'Fields that are not known yet do no harm', {
    later_field: { a: [1] },
  }),
  takes('options', 'must', 'Unknown options do no harm', {
    options: { unheard: '15', 'odd key': 'é' },
  }),
  takes('unicode', 'must', 'Names of customers may have any letters', {
    owner_name: 'Zoë Ünlü 株式会社 🚀 "quoted" <b>',
  }),
  takes('long-name', 'should', 'Names of customers may be long', { owner_name: 'x'.repeat(250) }),
  takes('spec-fields-only', 'should', 'The older fields are not needed', {
    heroku_id: undefined,
    logplex_token: undefined,
    uuid: undefined,
  }),
  check(
    'no-early-call',
    'must',
    'The platform is not called during the order',
    spec.callback,
    async (stage) => {
      const { addonId } = await stage.success()
      const early = stage.callbacks.heard(addonId).filter(({ isEarly }) => isEarly)
      demand(
        early.length === 0,
        `${early[0]?.method} ${early[0]?.addonId} came before the answer.`,
        'Answer first; ask for details afterwards.',
      )
    },
  ),
]
