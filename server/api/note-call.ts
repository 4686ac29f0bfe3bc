import type { Caller } from '#platform/access/caller.ts'
import { noteDeed } from '#platform/audit/note-deed.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Endpoint } from './endpoint.ts'
import type { Permitted } from './permit.ts'

/** How far a call got, for the audit. */
export interface Progress extends Permitted {
  endpoint: Endpoint
  params: Record<string, string>
  from: string
  caller?: Caller
}

/** Writes down a call that has changed something, before it is answered. */
export async function noteDone(platform: Platform, progress: Progress, answer: unknown) {
  await note(platform, progress, 'done', targetOf(progress.params, idOf(answer)))
}

/** Writes down a call that its role or its rights forbade. What a stranger tried concerns no owner. */
export async function noteRefused(platform: Platform, progress: Progress, error: unknown) {
  if (!(error instanceof Refusal) || error.kind !== 'forbidden') return
  await note(platform, progress, 'refused', targetOf(progress.params, ''))
}

async function note(
  platform: Platform,
  progress: Progress,
  outcome: 'done' | 'refused',
  target: string,
) {
  const { endpoint, caller, from } = progress
  if (!endpoint.action || !caller) return
  const ownerId = await ownerOf(platform, progress, caller)
  await noteDeed(platform, caller, { ownerId, action: endpoint.action, target, outcome, from })
}

async function ownerOf({ store }: Platform, progress: Progress, caller: Caller): Promise<string> {
  const { params, ownerId, application } = progress
  const known = ownerId ?? application?.ownerId ?? params.ownerId
  if (known) return known
  const named = params.applicationId && (await store.applications.find(params.applicationId))
  return named ? named.ownerId : caller.userId
}

const targetOf = ({ ownerId = '', ...others }: Record<string, string>, made: string) =>
  Object.values(others).join(' ') || made || ownerId

/** What was made, by whichever name its record has for it. */
function idOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return ''
  const { id, key, apiTokenId } = answer as Record<string, unknown>
  const found = [id, key, apiTokenId].find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}
