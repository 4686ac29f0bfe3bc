import type { EmailHookId, UserId } from '#platform/model/ids.ts'
import type { EventVisibility } from '#protocol/events.ts'
import type { EventId } from './event.ts'
import type { HookFilter } from './webhook.ts'

/** Who gets mail: an address of a member, a member, or all members. */
export type EmailTarget =
  | { readonly type: 'email'; readonly target: string }
  | { readonly type: 'userid'; readonly target: UserId }
  | { readonly type: 'organisation' }

export interface EmailHook extends HookFilter {
  readonly id: EmailHookId
  readonly notified: readonly EmailTarget[]
  readonly createdAt: number
  readonly createdBy: UserId
}

/** One event in the next mail of a hook. */
export interface EmailHookLine {
  readonly hookId: EmailHookId
  readonly eventId: EventId
  readonly createdAt: number
  readonly visibility: EventVisibility
  readonly line: string
}
