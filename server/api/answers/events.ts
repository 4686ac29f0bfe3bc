import { integer, list, nullable, object, record, string, unknown } from '#kit/schema.ts'

export const eventAnswer = object({
  id: integer,
  ownerId: string,
  event: string,
  date: string,
  data: record(unknown),
})

export const eventPage = object({ events: list(eventAnswer), before: nullable(integer) })
