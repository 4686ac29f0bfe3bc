import type { OwnerId, UserId } from '#platform/model/ids.ts'
import type { EventId, NewEvent, PlatformEvent } from './event.ts'

export interface EventPage {
  limit: number
  /** Cursor: id of the oldest event already read. */
  before?: EventId
  name?: string
  /** Only of these names. */
  names?: readonly string[]
  subjectId?: string
}

export interface Events {
  /** Adds an event with the next sequence number; call it in the transaction of the change. */
  add(event: NewEvent): Promise<PlatformEvent>
  /** Events of these owners after this one, oldest first. */
  listAfter(ownerIds: readonly OwnerId[], after: EventId, limit: number): Promise<PlatformEvent[]>
  /** Events of all owners after this one, oldest first. */
  listAllAfter(after: EventId, limit: number): Promise<PlatformEvent[]>
  /** Newest first. */
  listOf(ownerIds: readonly OwnerId[], page: EventPage): Promise<PlatformEvent[]>
  /** Sequence number of the newest event, even when it was removed since; 0 when there was none. */
  lastId(): Promise<EventId>
  /** Newest event of these owners before a date; 0 when there is none. */
  lastIdBefore(ownerIds: readonly OwnerId[], date: number): Promise<EventId>
  /** Greatest sequence number that was removed of one of these owners; 0 when nothing was. */
  removedUntil(ownerIds: readonly OwnerId[]): Promise<EventId>
  removeOlderThan(date: number): Promise<void>
  /** Removes the oldest events of an owner with more than this. */
  removeBeyond(ownerId: OwnerId, maxCount: number): Promise<void>
  /** Owners with more events than this. */
  listOwnersBeyond(maxCount: number): Promise<OwnerId[]>
}

/** How far a reader of all events has come, by its name. */
export interface EventCursors {
  /** 0 for a reader that has not begun. */
  position(reader: string): Promise<EventId>
  move(reader: string, to: EventId): Promise<void>
}

/** Up to where users have seen what happened. */
export interface EventVisits {
  /** 0 before the first visit. */
  seenUntil(userId: UserId): Promise<EventId>
  /** Never goes back: an older page of the same user may come last. */
  see(userId: UserId, until: EventId): Promise<void>
}

/** The parts of the store about events. */
export interface EventNouns {
  readonly events: Events
  readonly eventCursors: EventCursors
  readonly eventVisits: EventVisits
}
