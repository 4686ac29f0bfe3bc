import { exactOptional, integer, object, oneOf, record, string } from '#kit/schema.ts'

/** Body of an error below `/v2`, with a number that clients distinguish. */
export const errorAnswer = object({
  id: integer,
  message: string,
  type: oneOf('error'),
  /** Problems by field of the body. */
  fields: exactOptional(record(string)),
})

/** Body of an error below `/v4` and on the bridge, with a code. */
export const errorV4Answer = object({
  apiRequestId: string,
  code: string,
  /** Problems by field of the body. */
  context: record(string),
  error: string,
})

/** Whether errors at this path have the shape of v4. */
export const hasV4Errors = (path: string): boolean => /^\/(v4|api-tokens)(\/|$)/.test(path)
