import type { PlatformEvent, ProgressEvent } from '#platform/model/events/event.ts'

export const eventToWire = ({ id, ownerId, name, date, data }: PlatformEvent) => ({
  id,
  ownerId,
  event: name,
  date: new Date(date).toISOString(),
  data,
})

export const progressToWire = ({ ownerId, name, date, data }: ProgressEvent) => ({
  ownerId,
  event: name,
  date: new Date(date).toISOString(),
  data,
})
