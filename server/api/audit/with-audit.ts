import type { Subject } from '#api/auth/permit.ts'
import type { Endpoint } from '#api/http/endpoint.ts'
import { isDiskFull } from '#kit/files/disk-full.ts'
import type { Caller } from '#platform/access/caller.ts'
import { isPersonalSpace } from '#platform/accounts/organisations/organisation.ts'
import { type ActionEnd, beginAction, recordAction } from '#platform/audit/audit-log.ts'
import { shortened } from '#platform/audit/entry.ts'
import {
  isAddonId,
  isApplicationId,
  isOrganisationId,
  isOwnerId,
  type ProviderOwnerId,
} from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

/** A call that the audit may have to record. */
export interface CallAttempt {
  endpoint: Endpoint
  params: Record<string, string>
  from: string
  caller: Caller | undefined
  /** What it is about; absent as long as it is not permitted. */
  subject?: Subject
}

/** Runs a permitted call; what it changes is recorded before it begins and before its caller hears of it. */
export async function withAudit<Answer>(
  platform: Platform,
  attempt: CallAttempt,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { endpoint, caller, from } = attempt
  if (!endpoint.action || !caller) return run()
  const ownerId = await ownerOf(platform, attempt, caller)
  const target = targetOf(attempt.params)
  const settle = await beginAction(platform, caller, {
    ownerId,
    action: endpoint.action,
    from,
    target: target || ownerId,
  })
  let answer: Answer
  try {
    answer = await run()
  } catch (error) {
    // After a bug nobody knows how far it got.
    if (error instanceof Refusal) await settle({ outcome: outcomeOf(error) })
    throw error
  }
  const made = await idOf(answer)
  const owner = await ownerAfter(platform, ownerId, made, caller)
  try {
    await settle({ outcome: 'done', ownerId: owner, target: target || made || ownerId })
  } catch (error) {
    // It is done, and its beginning is recorded: without room for more its caller is still told the truth.
    if (!isDiskFull(error)) throw error
  }
  return answer
}

/** Runs the check of a permission, and records a call that it forbids. What a stranger tried concerns no owner. */
export async function auditForbidden<Answer>(
  platform: Platform,
  attempt: CallAttempt,
  check: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'forbidden') {
      await recordForbidden(platform, attempt)
    }
    throw error
  }
}

async function recordForbidden(platform: Platform, attempt: CallAttempt): Promise<void> {
  const { endpoint, caller, from } = attempt
  if (!endpoint.action || !caller) return
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

/** A new organisation's audit begins with its creation; its deletion is found where its deleter can still look. */
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

/** Parameters of paths that are credentials. */
const credentials = /token|secret|password|code$|^invitation/i
const publicIds = /^[a-z_]+_[0-9a-f-]{36}$/

const targetOf = ({ ownerId: _, ...others }: Record<string, string>) =>
  Object.entries(others)
    .map(([name, value]) =>
      credentials.test(name) && !publicIds.test(value) ? shortened(value) : value,
    )
    .join(' ')

/** What was made, by whichever name its record has for it. */
async function idOf(answer: unknown): Promise<string> {
  const record: unknown = answer instanceof Response ? await recordIn(answer) : answer
  if (typeof record !== 'object' || record === null) return ''
  const { id, key, apiTokenId, invitationId } = record as Record<string, unknown>
  const found = [id, key, apiTokenId, invitationId].find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}

const recordIn = async (answer: Response): Promise<unknown> =>
  answer.headers.get('content-type') === 'application/json' ? answer.clone().json() : undefined
