import { eventSentence } from '#platform/events/hooks/event-sentence.ts'
import type { EmailHook, EmailHookLine } from '#platform/model/events/email-hook.ts'
import type { PlatformEvent } from '#platform/model/events/event.ts'

const maxLineLength = 400

/** An event as a line of the next mail. */
export const eventLine = (
  { id: hookId }: EmailHook,
  event: PlatformEvent,
  now: number,
): EmailHookLine => ({
  hookId,
  eventId: event.id,
  createdAt: now,
  visibility: event.visibility,
  line: `${new Date(event.date).toISOString().slice(0, 19)}Z  ${eventSentence(event)}`.slice(
    0,
    maxLineLength,
  ),
})
