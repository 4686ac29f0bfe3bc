import { Refusal } from '#cli/refusal.ts'
import { type FilePath, filePath, objectionToPath } from '#protocol/files/file-path.ts'

export const encodedOption = {
  encoded: {
    type: 'boolean',
    summary: 'The path is percent-encoded, as `bucket ls` shows names that are no plain text',
  },
} as const

/** A path that somebody has typed. */
export function typedPath(text: string, { encoded }: { encoded: boolean }): FilePath {
  const path = encoded ? text.split('/').filter(Boolean).join('/') : filePath(text)
  const objection = objectionToPath(path)
  if (objection !== undefined) throw new Refusal(objection)
  return path
}
