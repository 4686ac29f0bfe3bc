import type { Subject } from '#api/auth/permit.ts'
import type { Endpoint } from '#api/http/endpoint.ts'
import { isDiskFull } from '#kit/files/disk-full.ts'
import { type ActionEnd, beginAction, recordAction } from '#platform/identity/audit/audit-log.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { isPersonalSpace } from '#platform/model/identity/accounts/organisation.ts'
import { shortened } from '#platform/model/identity/audit/entry.ts'
import {
  isAddonId,
  isApplicationId,
  isOrganisationId,
  isOwnerId,
  type ProviderOwnerId,
} from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

/** A call that may need an audit entry. */
export interface CallAttempt {
  endpoint: Pick<Endpoint, 'action'>
  params: Record<string, string>
  from: string
  caller: Caller | undefined
  /** Target of the call; absent until it is permitted. */
  subject?: Subject
  /** What the body says of the target. */
  named?: string | undefined
}

/** Runs a permitted call; its audit entry is written before it begins and completed before the response. */
export async function withAudit<Answer>(
  platform: Platform,
  attempt: CallAttempt,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { endpoint, caller, from } = attempt
  if (!endpoint.action || !caller) return run()
  const ownerId = await ownerOf(platform, attempt, caller)
  const target = [targetOf(attempt.params), attempt.named].filter(Boolean).join(' ')
  const settle = await beginAction(platform, caller, {
    ownerId,
    action: endpoint.action,
    from,
    target: target || ownerId,
    ...subjectOf(attempt),
  })
  let answer: Answer
  try {
    answer = await run()
  } catch (error) {
    // After a bug the outcome is unknown, so the entry stays `begun`.
    if (error instanceof Refusal) await settle({ outcome: outcomeOf(error) })
    throw error
  }
  const made = await idOf(answer)
  const owner = await ownerAfter(platform, ownerId, made, caller)
  try {
    await settle({ outcome: 'done', ownerId: owner, target: target || made || ownerId })
  } catch (error) {
    // The action is done and its beginning recorded: a full disk must not turn the response into an error.
    if (!isDiskFull(error)) throw error
  }
  return answer
}

/** Audits a call that was not permitted. Attempts of non-members concern no owner and are not audited. */
export async function auditForbidden(
  platform: Platform,
  attempt: CallAttempt,
  error: unknown,
): Promise<void> {
  const isForbidden = error instanceof Refusal && error.kind === 'forbidden'
  const { endpoint, caller, from } = attempt
  if (!isForbidden || !endpoint.action || !caller) return
  const ownerId = await ownerOf(platform, attempt, caller)
  const target = targetOf(attempt.params) || ownerId
  await recordAction(platform, caller, {
    ownerId,
    action: endpoint.action,
    target,
    from,
    outcome: 'refused',
  })
}

/** Application or add-on of the call, with its name, which a deletion removes. */
function subjectOf({ subject = {} }: CallAttempt) {
  const about = subject.application ?? subject.addon
  return about ? { subject: { id: about.id, name: about.name } } : {}
}

const outcomeOf = ({ kind }: Refusal): ActionEnd['outcome'] =>
  kind === 'forbidden' ? 'refused' : 'failed'

async function ownerOf(
  { store }: Platform,
  { params, subject = {} }: CallAttempt,
  caller: Caller,
): Promise<ProviderOwnerId> {
  const { ownerId, application, addon, provider } = subject
  const about = application ?? addon ?? provider
  const known = ownerId ?? about?.ownerId
  if (known) return known
  if (params.ownerId && isOwnerId(params.ownerId)) return params.ownerId
  const { applicationId = '', addonId = '' } = params
  const named =
    (isApplicationId(applicationId) && (await store.applications.find(applicationId))) ||
    (isAddonId(addonId) && (await store.addons.find(addonId)))
  return named ? named.ownerId : caller.userId
}

/** The audit log of a new organisation begins with its creation; its deletion is recorded in the user's own space. */
async function ownerAfter(
  { store }: Platform,
  ownerId: ProviderOwnerId,
  made: string,
  caller: Caller,
): Promise<ProviderOwnerId> {
  if (isOrganisationId(made)) return made
  const isThere =
    isPersonalSpace(ownerId) ||
    (isOrganisationId(ownerId) && (await store.organisations.find(ownerId)))
  return isThere ? ownerId : caller.userId
}

/** Path parameters that are credentials. */
const credentials = /token|secret|password|code$|^invitation/i
const publicIds = /^[a-z_]+_[0-9a-f-]{36}$/

/** What the call is about: neither its owner nor the example that something is made from. */
const targetOf = ({ ownerId: _, example: __, ...others }: Record<string, string>) =>
  Object.entries(others)
    .map(([name, value]) =>
      credentials.test(name) && !publicIds.test(value) ? shortened(value) : value,
    )
    .join(' ')

/** Id of the created thing, under any of its usual names. */
async function idOf(answer: unknown): Promise<string> {
  const record: unknown = answer instanceof Response ? await recordIn(answer) : answer
  if (typeof record !== 'object' || record === null) return ''
  const { id, key, apiTokenId, invitationId } = record as Record<string, unknown>
  const found = [id, key, apiTokenId, invitationId].find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}

const recordIn = async (answer: Response): Promise<unknown> =>
  answer.headers.get('content-type') === 'application/json' ? answer.clone().json() : undefined
