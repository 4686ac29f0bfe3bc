import { randomUUID } from 'node:crypto'
import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { type ProvisionRequest, readProvisionRequest } from '#protocol/provision-request.ts'
import { restoreOf } from '#providers/kit/backups/restores.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ProviderServer } from '#providers/kit/definition.ts'
import { tellPlatform } from '#providers/kit/http/completion.ts'
import { type Answer, failure, json } from '#providers/kit/http/exchange.ts'
import { requireOptions } from '#providers/kit/options.ts'
import { requireVersion } from '#providers/kit/versions.ts'
import type { Resource } from './resource.ts'

/** Handles `POST {base_url}`: idempotent by `addon_id`. */
export async function order(
  service: ProviderServer,
  mutex: KeyedMutex,
  body: unknown,
  stopping: AbortSignal,
): Promise<Answer> {
  const request = readProvisionRequest(body)
  if ('problem' in request) throw new DeclinedError(request.problem, 400)
  if (service.plans && !service.plans.includes(request.plan))
    throw new DeclinedError(`There is no plan '${request.plan}'.`)
  const key = request.addon_id
  const resource = await mutex(`order ${key}`, () => enter(service, request))
  if (resource.state === 'deleted') return failure(410, 'This add-on was deleted.')
  if (resource.state === 'ready' || resource.state === 'untold') return made(resource)
  if (!service.answersLater) return made(await mutex(key, () => make(service, resource)))
  const { id } = resource
  return {
    ...json(202, { id, message: 'It is being made.' }),
    afterwards: () => void complete(service, mutex, resource, stopping),
  }
}

/** Provisions an order that was answered with 202, and calls the platform back; it can be deleted meanwhile. */
export async function complete(
  service: ProviderServer,
  mutex: KeyedMutex,
  { addonId }: Resource,
  stopping: AbortSignal,
): Promise<void> {
  const { ledger } = service
  try {
    const resource = await mutex(addonId, async () => {
      const known = await ledger.byAddon(addonId)
      if (!known || known.state === 'ready' || known.state === 'deleted') return undefined
      return known.state === 'untold' ? known : make(service, known, 'untold')
    })
    if (!resource || !(await tellPlatform(service, resource, stopping))) return
    await mutex(addonId, async () => {
      const told = await ledger.byAddon(addonId)
      if (told?.state === 'untold') await ledger.save({ ...told, state: 'ready' })
    })
  } catch (problem) {
    if (!stopping.aborted) service.onProblem(problem)
  }
}

/** Records the order before provisioning, so that a second call finds it. */
async function enter(service: ProviderServer, request: ProvisionRequest): Promise<Resource> {
  const { ledger, idPrefix } = service
  const known = await ledger.byAddon(request.addon_id)
  if (known) return known
  await requireOptions(service, request.options)
  await requireVersion(service, request.options.version)
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
  service: ProviderServer,
  { addonId }: Resource,
  state: 'ready' | 'untold' = 'ready',
): Promise<Resource> {
  const resource = await service.ledger.byAddon(addonId)
  if (!resource || resource.state === 'deleted')
    throw new DeclinedError('This add-on was deleted.', 410)
  if (resource.state === 'ready' || resource.state === 'untold') return resource
  try {
    const { config, message = '' } = await service.provision(
      resource,
      await restoreOf(service, resource),
    )
    const made: Resource = { ...resource, config, message, state }
    await service.ledger.save(made)
    return made
  } catch (problem) {
    await service.ledger.save({ ...resource, state: 'failed' })
    throw problem
  }
}

const made = ({ id, config, message }: Resource): Answer =>
  json(200, { id, config, ...(message === '' ? {} : { message }) })
