import type { PlatformEvent } from '#platform/model/events/event.ts'

const maxLength = 200

/** A value of an event as one short line of text. */
function textOf(value: unknown): string {
  const line = typeof value === 'string' ? value : ''
  return line
    .replaceAll(/[\p{C}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
}

const deployments: Readonly<Record<string, string>> = {
  DEPLOYMENT_ACTION_BEGIN: 'has begun',
  DEPLOYMENT_ACTION_END: 'has ended',
  DEPLOYMENT_SUCCESS: 'succeeded',
  DEPLOYMENT_FAIL: 'failed',
}

/** An event in one sentence, for people. */
export function eventSentence({ name, data }: PlatformEvent): string {
  const author = (data.author as { name?: unknown } | null | undefined)?.name
  const by = textOf(author) ? ` by ${textOf(author)}` : ''
  const subject = textOf(data.name) || textOf(data.id)
  const outcome = deployments[name]
  if (outcome !== undefined) {
    const commit = textOf(data.commit).slice(0, 8)
    const what = `${textOf(data.action)} of ${subject}${commit && ` at ${commit}`}`
    const why = textOf(data.failure)
    return `${what} ${outcome}${by}${why && `: ${why}`}`
  }
  const action = textOf(data.action)
  return `${name}: ${subject}${action && ` (${action})`}${by}`
}
