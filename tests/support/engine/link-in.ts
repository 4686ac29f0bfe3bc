import assert from 'node:assert/strict'
import type { Email } from '#platform/model/events/email.ts'

/** Path and query of the first link in an e-mail. */
export function linkIn({ text }: Email): string {
  const line = text.split('\n').find((line) => /^https?:\/\/\S+\/v2\/\S+$/.test(line))
  const url = new URL(line ?? assert.fail(`there is no link in:\n${text}`))
  return url.pathname + url.search
}
