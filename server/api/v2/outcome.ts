import { integer, object, string } from '#kit/schema.ts'

/** The answer that says only that it was done, in a sentence. */
export const outcome = object({ id: integer, message: string, type: string })
