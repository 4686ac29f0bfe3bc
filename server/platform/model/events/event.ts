import type { OwnerId } from '#platform/model/ids.ts'
import type { EventVisibility } from '#protocol/events.ts'

/** Sequence number over all owners: later events have greater ones, and none is given twice. */
export type EventId = number

/** A change that was made, as it is stored and as followers, webhooks and e-mail hooks get it. */
export interface PlatformEvent {
  readonly id: EventId
  readonly ownerId: OwnerId
  readonly date: number
  /** `DEPLOYMENT_ACTION_BEGIN`, … */
  readonly name: string
  /** Application or add-on that changed, or empty: what the scope of a hook is compared with. */
  readonly subjectId: string
  readonly visibility: EventVisibility
  /** In the form of the public API; never contains a secret or the value of a variable. */
  readonly data: Readonly<Record<string, unknown>>
}

export type NewEvent = Omit<PlatformEvent, 'id'>

/**
 * A step of something under way. Unlike an event it is not kept: it tells whoever looks at that moment to look again,
 * and neither webhooks nor e-mails nor the event socket carry it.
 */
export type ProgressEvent = NewEvent
