import { array, clearable, type Infer, object, optional, string } from '#kit/schema.ts'
import type { WantedFilter } from '#platform/events/hooks/validate-hook.ts'

/** What webhooks and e-mail hooks have in common in a body. */
export const filterEntries = {
  name: clearable,
  scope: optional(array(string)),
  events: optional(array(string)),
}

const filterBody = object(filterEntries)

export const wantedFilter = ({ name, scope, events }: Infer<typeof filterBody>): WantedFilter => ({
  name: name ?? '',
  scope: scope ?? null,
  events: events ?? null,
})
