import assert from 'node:assert/strict'
import { parseEvents, type StreamEvent } from '#client/http/event-stream.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'
import type { LogLine } from '#client/resources/applications/logs.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { openRequest } from '#tests/support/people/signed-request.ts'
import type { TestBerth } from './berth.ts'

export type Query = Record<string, string | number>
export type IsLast = (event: StreamEvent, all: StreamEvent[]) => boolean

export const logPath = ({ id, ownerId }: ApplicationAddress) =>
  `/v4/logs/organisations/${ownerId}/applications/${id}/logs`

export const isEnd: IsLast = ({ name }) => name === 'END_OF_STREAM'

export const linesOf = (all: StreamEvent[]) =>
  all
    .filter(({ name }) => name === 'APPLICATION_LOG')
    .map(({ data }) => JSON.parse(data) as LogLine)

/** Reads the log of an application from the wire, on one connection at a time. */
export function readLog(of: () => { berth: TestBerth; application: ApplicationAddress }) {
  /** Events up to the last one wanted. */
  async function events(query: Query, isLast: IsLast, after?: string): Promise<StreamEvent[]> {
    const { berth, application } = of()
    const search = Object.entries(query).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    )
    const path = `${logPath(application)}?${search.join('&')}`
    const headers = after === undefined ? {} : { 'last-event-id': after }
    const response = await openRequest(berth, 'GET', path, { headers })
    assert.equal(response.headers['content-type'], 'text/event-stream')
    const all: StreamEvent[] = []
    const reading = async () => {
      for await (const event of parseEvents(response as AsyncIterable<Uint8Array>)) {
        all.push(event)
        if (isLast(event, all)) return all
      }
      throw new Error(`the stream broke off after ${all.map(({ name }) => name)}`)
    }
    return withTimeout(reading(), 60_000, 'the last event').finally(() => response.destroy())
  }

  /** Lines so far; the stream must end with its reason. */
  async function lines(query: Query = {}, after?: string): Promise<LogLine[]> {
    const all = await events({ until: new Date().toISOString(), ...query }, isEnd, after)
    assert.deepEqual(JSON.parse(all.at(-1)?.data ?? ''), { endedBy: 'UNTIL_REACHED' })
    return linesOf(all)
  }

  return { events, lines }
}
