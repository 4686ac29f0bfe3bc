import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { anyName, readConfig } from '#protocol/config.ts'
import { isObject, own } from '#protocol/json-value.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ProviderServer } from '#providers/kit/definition.ts'
import { type Answer, failure, json } from '#providers/kit/http/exchange.ts'
import type { Resource } from './resource.ts'

/** Handles `DELETE {base_url}/{id}`; idempotent. */
export async function remove(
  service: ProviderServer,
  mutex: KeyedMutex,
  id: string,
): Promise<Answer> {
  return withResource(service, mutex, id, async (resource) => {
    endUse(service, resource, 'The add-on was deleted.')
    await service.deprovision(resource)
    await service.ledger.save({ ...resource, config: {}, state: 'deleted' })
    return json(200, { id, message: 'Deleted.' })
  })
}

/** Handles `PUT {base_url}/{id}`. */
export async function changePlan(
  service: ProviderServer,
  mutex: KeyedMutex,
  id: string,
  body: unknown,
): Promise<Answer> {
  const plan = own(body, 'plan')
  if (!isObject(body) || typeof plan !== 'string' || plan === '')
    throw new DeclinedError(`'plan' is missing.`, 400)
  if (service.plans && !service.plans.includes(plan))
    throw new DeclinedError(`There is no plan '${plan}'.`)
  return withResource(service, mutex, id, async (resource) => {
    const { config, message } = resource
    if (resource.plan === plan) return json(200, { config, message })
    if (!service.changePlan) return failure(501, 'The plan cannot be changed.')
    refuseWhileRestoring(service, resource)
    using _ = service.transfers?.holdOff(resource, 'The plan of this add-on is being changed.')
    const made = await service.changePlan(resource, plan)
    const changed = { ...resource, plan, config: made.config }
    await service.ledger.save(changed)
    await Promise.resolve(service.planChanged?.(changed, resource.plan)).catch(service.onProblem)
    return json(200, made)
  })
}

/** Handles `POST {base_url}/{id}/suspend` and `/resume`; idempotent. */
export async function hold(
  service: ProviderServer,
  mutex: KeyedMutex,
  id: string,
  verb: 'suspend' | 'resume',
): Promise<Answer> {
  const act = service[verb]
  return withResource(service, mutex, id, async (resource) => {
    if (!act) return failure(501, `There is no ${verb} here.`)
    const suspended = verb === 'suspend'
    if (suspended) endUse(service, resource, 'The add-on was suspended.')
    if (resource.suspended !== suspended) {
      // A resource that is restored later is opened by its stored state.
      if (!service.isRestoring?.(resource)) await act.call(service, resource)
      await service.ledger.save({ ...resource, suspended })
    }
    return json(200, { id })
  })
}

/** Handles `POST {base_url}/{id}/rotate`. */
export async function rotate(
  service: ProviderServer,
  mutex: KeyedMutex,
  id: string,
): Promise<Answer> {
  return withResource(service, mutex, id, async (resource) => {
    if (!service.rotate) return failure(501, 'The password cannot be changed.')
    if (resource.state !== 'ready') throw new DeclinedError('This add-on is not ready.', 409)
    refuseWhileRestoring(service, resource)
    service.transfers?.endOf(resource, 'The password was changed, which ends all sessions.')
    const made = await service.rotate(resource)
    await service.ledger.save({ ...resource, config: made.config })
    return json(200, made)
  })
}

/** Handles `GET {base_url}/{id}/usage`. */
export async function tellUsage(
  service: ProviderServer,
  mutex: KeyedMutex,
  id: string,
): Promise<Answer> {
  return withResource(service, mutex, id, async (resource) => {
    if (!service.usage) return failure(501, 'The use is not measured.')
    if (resource.state !== 'ready') throw new DeclinedError('This add-on is not ready.', 409)
    refuseWhileRestoring(service, resource)
    return json(200, await service.usage(resource))
  })
}

/** Handles `PUT {base_url}/{id}/env`: replaces all values by the owner's. */
export async function configure(
  service: ProviderServer,
  mutex: KeyedMutex,
  id: string,
  body: unknown,
): Promise<Answer> {
  const read = readConfig(own(body, 'config'), [anyName])
  if ('problem' in read) throw new DeclinedError(read.problem, 400)
  const [unfit] = read.ignored
  if (unfit !== undefined)
    throw new DeclinedError(`'${unfit}' cannot be the name of a variable.`, 400)
  return withResource(service, mutex, id, async (resource) => {
    if (!service.configure) return failure(501, 'The values cannot be set.')
    if (resource.state !== 'ready') throw new DeclinedError('This add-on is not ready.', 409)
    const made = await service.configure(resource, read.config)
    await service.ledger.save({ ...resource, config: made.config })
    return json(200, made)
  })
}

/** Rejects calls that would create or back up a resource before it is restored, while it is still empty. */
export function refuseWhileRestoring({ isRestoring }: ProviderServer, resource: Resource): void {
  if (isRestoring?.(resource)) throw new DeclinedError('This add-on is being restored.', 409)
}

/** Ends what the customer of a resource does with it through the platform. */
function endUse({ endPrograms, transfers }: ProviderServer, resource: Resource, why: string): void {
  transfers?.endOf(resource, why)
  endPrograms?.(resource)
}

/** Runs under the lock of a resource, unless it does not exist. */
export async function withResource(
  { ledger }: ProviderServer,
  mutex: KeyedMutex,
  id: string,
  act: (resource: Resource) => Promise<Answer>,
): Promise<Answer> {
  const found = await ledger.byId(id)
  if (!found) return failure(404, 'There is no such add-on.')
  return mutex(found.addonId, async () => {
    const resource = await ledger.byId(id)
    if (!resource || resource.state === 'deleted') return failure(410, 'This add-on was deleted.')
    return act(resource)
  })
}
