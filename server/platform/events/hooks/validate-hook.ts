import type { Platform } from '#platform/events/platform.ts'
import type { HookFilter } from '#platform/model/events/webhook.ts'
import { isApplicationId, type OwnerId } from '#platform/model/ids.ts'
import { validateLine } from '#platform/model/plain-text.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { eventKindOf } from '#protocol/events.ts'
import { isMeta } from './hook-filter.ts'

const maxNameLength = 100
const maxScope = 100
const maxEvents = 100

export interface WantedFilter {
  name: string
  scope: readonly string[] | null
  events: readonly string[] | null
}

/** The filter of a hook, checked; an empty list counts as none, because clients send either. */
export async function validateFilter(
  platform: Pick<Platform, 'store'>,
  ownerId: OwnerId,
  { name, scope, events }: WantedFilter,
): Promise<HookFilter> {
  return {
    ownerId,
    name: validateLine(name, 'The name', maxNameLength),
    scope: await validateScope(platform, ownerId, scope ?? []),
    events: validateEvents(events ?? []),
  }
}

async function validateScope(
  platform: Pick<Platform, 'store'>,
  ownerId: OwnerId,
  wanted: readonly string[],
): Promise<string[] | null> {
  if (wanted.length === 0 || wanted.includes(ownerId)) return null
  if (wanted.length > maxScope) {
    throw new Refusal('invalid', `A hook can name ${maxScope} applications and add-ons at most.`)
  }
  const ids: string[] = []
  for (const text of new Set(wanted)) ids.push(await subjectId(platform, ownerId, text))
  return ids
}

async function subjectId(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
  text: string,
): Promise<string> {
  const found = isApplicationId(text)
    ? await store.applications.find(text)
    : (await store.addons.listOf(ownerId)).find(({ id, realId }) => id === text || realId === text)
  if (found?.ownerId === ownerId) return found.id
  throw new Refusal('invalid', `There is no application or add-on ${text.slice(0, 100)} there.`)
}

function validateEvents(wanted: readonly string[]): string[] | null {
  const names = [...new Set(wanted)]
  if (names.length === 0 || names.includes('ALL')) return null
  if (names.length > maxEvents) {
    throw new Refusal('invalid', `A hook can name ${maxEvents} events at most.`)
  }
  const unknown = names.find((name) => !eventKindOf(name) && !isMeta(name))
  if (unknown === undefined) return names
  throw new Refusal('invalid', `There is no event ${unknown.slice(0, 100)}.`, {
    hint: 'GET /v2/notifications/info/events lists them.',
  })
}
