import type { EmailTarget, HookFilter } from '#client/resources/events/notifications.ts'

/** Whether a hook is about an application or add-on; one without a scope is about all. */
export const isAbout = ({ scope }: Pick<HookFilter, 'scope'>, id: string): boolean =>
  scope === null || scope.includes(id)

/** Whether alerts are among the events of a hook. */
export const hasAlerts = (events: HookFilter['events']): boolean =>
  events === null || events.includes('META_ALERT') || events.includes('ALERT_BEGIN')

/** Events that fit what was typed, in any writing of their words. */
export function matchingEvents(events: readonly string[], typed: string): string[] {
  const words = typed
    .trim()
    .toUpperCase()
    .split(/[\s_-]+/)
  return events.filter((event) => words.every((word) => event.includes(word)))
}

/** The list with the entry, or without it. */
export const withEntry = (list: readonly string[], entry: string, isOn: boolean): string[] => [
  ...list.filter((each) => each !== entry),
  ...(isOn ? [entry] : []),
]

interface Person {
  id: string
  name: string
  email: string
}

/** Recipients in words: addresses as they are, members by name. */
export const recipientNames = (
  notified: readonly EmailTarget[],
  members: readonly Person[],
  words: { everyone: string; formerMember: string },
): string[] =>
  notified.map(({ type, target = '' }) => {
    if (type === 'organisation') return words.everyone
    if (type === 'email') return target
    return members.find(({ id }) => id === target)?.name ?? words.formerMember
  })

/** Host of a URL, for lists: its path may be a secret. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}
