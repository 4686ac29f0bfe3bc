import { randomUUID } from 'node:crypto'
import { answerOf, isDone } from '#cli/conformance/call.ts'
import { type Check, checksOf, demand, SkippedError } from '#cli/conformance/check.ts'
import { jsonType } from '#cli/conformance/open-stage.ts'
import { spec } from '#cli/conformance/spec.ts'
import type { Stage } from '#cli/conformance/stage.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import { planChangeRequest, readPlanChanged } from '#protocol/provisioned.ts'

const check = checksOf('plan-change')
const advice = 'Answer 200 with {config, message}; 501 when plans cannot be changed.'

const change = (stage: Stage, id: string, addonId: string, plan: unknown) =>
  stage.call({
    method: 'PUT',
    url: resourceUrl(stage.endpoints.base_url, id),
    headers: jsonType,
    body: JSON.stringify({ ...planChangeRequest(addonId, ''), plan }),
  })

/** A resource after a plan change; skips the check if the provider has no plan changes. */
async function changed(stage: Stage) {
  const plan = stage.plans[1]
  if (plan === undefined) throw new SkippedError('Only one plan is known; name two with --plan.')
  const ordered = await stage.success()
  await stage.configOf(ordered)
  const reply = await change(stage, ordered.made.id, ordered.addonId, plan)
  if ([404, 405, 501].includes(reply.status)) throw new SkippedError('Plans cannot be changed.')
  return { ...ordered, changed: reply, plan }
}

export const planChangeChecks: readonly Check[] = [
  check(
    'status',
    'must',
    'A change of plan is done, coming, or not supported',
    spec.change,
    async (stage) => {
      const { changed: reply } = await changed(stage)
      demand(
        [200, 201, 202, 204].includes(reply.status),
        `The answer was ${answerOf(reply)}.`,
        advice,
      )
    },
  ),
  check('readable', 'must', 'The platform can read the answer', spec.change, async (stage) => {
    const { changed: reply } = await changed(stage)
    if (!isDone(reply)) throw new SkippedError('The plan was not changed.')
    const read = readPlanChanged(
      reply.text === '' ? undefined : (reply.json ?? reply.text),
      stage.manifest,
    )
    demand(!('problem' in read), 'problem' in read ? read.problem : '', advice)
  }),
  check('same-resource', 'must', 'It stays the same resource', spec.again, async (stage) => {
    const { body, made, changed: reply, plan } = await changed(stage)
    if (!isDone(reply)) throw new SkippedError('The plan was not changed.')
    const again = await stage.order({ ...body, plan })
    demand(
      again.made?.id === made.id,
      'After the change the same addon_id got another resource.',
      'Change the plan of the resource, nothing else.',
    )
  }),
  check('twice', 'should', 'The same change again succeeds', spec.change, async (stage) => {
    const { made, addonId, plan } = await changed(stage)
    const reply = await change(stage, made.id, addonId, plan)
    demand(
      isDone(reply),
      `The second time the answer was ${answerOf(reply)}.`,
      'A lost answer is asked for again.',
    )
  }),
  check(
    'unknown-plan',
    'must',
    'A change to an unknown plan is refused',
    spec.slug,
    async (stage) => {
      const { made, addonId } = await changed(stage)
      const reply = await change(stage, made.id, addonId, `no-such-plan-${randomUUID()}`)
      demand(
        !isDone(reply),
        `The answer was ${answerOf(reply)}.`,
        'Look the slug up in the list of your plans.',
      )
    },
  ),
  check('no-plan', 'must', 'A change without a plan is refused', spec.slug, async (stage) => {
    const { made, addonId } = await changed(stage)
    const reply = await change(stage, made.id, addonId, undefined)
    demand(
      !isDone(reply),
      `The answer was ${answerOf(reply)}.`,
      'Look the slug up in the list of your plans.',
    )
  }),
  check(
    'unknown-resource',
    'must',
    'The plan of what never was cannot be changed',
    spec.change,
    async (stage) => {
      const { addonId, plan } = await changed(stage)
      const reply = await change(stage, `unknown-${randomUUID()}`, addonId, plan)
      demand(!isDone(reply), `The answer was ${answerOf(reply)}.`, 'Answer 404.')
    },
  ),
  check(
    'deleted-resource',
    'must',
    'The plan of what is deleted cannot be changed',
    spec.change,
    async (stage) => {
      const { made, addonId } = await changed(stage)
      await stage.remove(made.id)
      const reply = await change(stage, made.id, addonId, stage.plans[0])
      demand(!isDone(reply), `The answer was ${answerOf(reply)}.`, 'Answer 404 or 410.')
    },
  ),
]
