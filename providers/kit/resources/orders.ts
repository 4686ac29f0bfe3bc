import { randomUUID } from 'node:crypto'
import { type ProvisionRequest, readProvisionRequest } from '#protocol/provision-request.ts'
import { restoreOf } from '#providers/kit/backups/restore-of.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { Partner } from '#providers/kit/definition.ts'
import { tellPlatform } from '#providers/kit/http/completion.ts'
import { type Answer, failure, json } from '#providers/kit/http/exchange.ts'
import type { Turns } from '#providers/kit/process/turns.ts'
import { requireVersion } from '#providers/kit/versions.ts'
import type { Resource } from './resource.ts'

/** Answers `POST {base_url}`: the same `addon_id` always gets the same resource. */
export async function order(
  partner: Partner,
  turns: Turns,
  body: unknown,
  stopping: AbortSignal,
): Promise<Answer> {
  const request = readProvisionRequest(body)
  if ('problem' in request) throw new DeclinedError(request.problem, 400)
  if (partner.plans && !partner.plans.includes(request.plan))
    throw new DeclinedError(`There is no plan '${request.plan}'.`)
  const key = request.addon_id
  const resource = await turns(`order ${key}`, () => enter(partner, request))
  if (resource.state === 'deleted') return failure(410, 'This add-on was deleted.')
  if (resource.state === 'ready' || resource.state === 'untold') return made(resource)
  if (!partner.answersLater) return made(await turns(key, () => make(partner, resource)))
  const { id } = resource
  return {
    ...json(202, { id, message: 'It is being made.' }),
    afterwards: () => void complete(partner, turns, resource, stopping),
  }
}

/** Makes what was answered with 202, and tells the platform; meanwhile it can be deleted. */
export async function complete(
  partner: Partner,
  turns: Turns,
  { addonId }: Resource,
  stopping: AbortSignal,
): Promise<void> {
  const { ledger } = partner
  try {
    const resource = await turns(addonId, async () => {
      const known = await ledger.byAddon(addonId)
      if (!known || known.state === 'ready' || known.state === 'deleted') return undefined
      return known.state === 'untold' ? known : make(partner, known, 'untold')
    })
    if (!resource || !(await tellPlatform(partner, resource, stopping))) return
    await turns(addonId, async () => {
      const told = await ledger.byAddon(addonId)
      if (told?.state === 'untold') await ledger.save({ ...told, state: 'ready' })
    })
  } catch (problem) {
    if (!stopping.aborted) partner.onProblem(problem)
  }
}

/** Remembers the order before anything is made, so that a second call finds it. */
async function enter(partner: Partner, request: ProvisionRequest): Promise<Resource> {
  const { ledger, idPrefix } = partner
  const known = await ledger.byAddon(request.addon_id)
  if (known) return known
  await requireVersion(partner, request.options.version)
  const resource: Resource = {
    id: idPrefix === undefined ? randomUUID() : `${idPrefix}_${randomUUID()}`,
    addonId: request.addon_id,
    ownerId: request.owner_id,
    ownerName: request.owner_name,
    userId: request.user_id,
    plan: request.plan,
    options: { ...request.options },
    callbackUrl: request.callback_url,
    logToken: request.logplex_token,
    state: 'pending',
    suspended: false,
    config: {},
    message: '',
  }
  await ledger.save(resource)
  return resource
}

async function make(
  partner: Partner,
  { addonId }: Resource,
  state: 'ready' | 'untold' = 'ready',
): Promise<Resource> {
  const resource = await partner.ledger.byAddon(addonId)
  if (!resource || resource.state === 'deleted') throw new DeclinedError('This add-on was deleted.', 410)
  if (resource.state === 'ready' || resource.state === 'untold') return resource
  try {
    const { config, message = '' } = await partner.provision(
      resource,
      await restoreOf(partner, resource),
    )
    const made: Resource = { ...resource, config, message, state }
    await partner.ledger.save(made)
    return made
  } catch (problem) {
    await partner.ledger.save({ ...resource, state: 'failed' })
    throw problem
  }
}

const made = ({ id, config, message }: Resource): Answer =>
  json(200, { id, config, ...(message === '' ? {} : { message }) })
