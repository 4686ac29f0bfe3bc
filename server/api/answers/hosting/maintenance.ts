import { boolean, list, nullable, object, string } from '#kit/schema.ts'

/** While nothing is under maintenance, there is neither a date nor a link. */
export const maintenanceAnswer = object({
  isOn: boolean,
  since: nullable(string),
  /** Who has begun it. */
  startedBy: nullable(object({ id: string, name: nullable(string) })),
  /** When it is expected to end. */
  until: nullable(string),
  message: string,
  /** Addresses and networks that are let through. */
  allowed: list(string),
  /** Lets who opens it through; `null` where no domain can be opened. */
  link: nullable(string),
})
