import { connect } from 'node:net'
import { connect as secureConnect } from 'node:tls'
import { answerOf, isDone } from '#cli/conformance/call.ts'
import { type Check, checksOf, demand } from '#cli/conformance/check.ts'
import { spec } from '#cli/conformance/spec.ts'
import type { Stage } from '#cli/conformance/stage.ts'
import { basicAuth } from '#kit/net/basic-auth.ts'

const check = checksOf('time-outs')

/** Sends the beginning of an order and stalls; the returned function closes the connection. */
function stall({ endpoints, manifest }: Stage): () => void {
  const url = new URL(endpoints.base_url)
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const socket =
    url.protocol === 'https:'
      ? secureConnect({ host, port, servername: host })
      : connect({ host, port })
  socket.on('error', () => {})
  const authorization = basicAuth({ id: manifest.id, password: manifest.api.password })
  socket.write(
    [
      `POST ${url.pathname} HTTP/1.1`,
      `Host: ${url.host}`,
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
      '',
      '{"addon_id":',
    ].join('\r\n'),
  )
  return () => socket.destroy()
}

export const timeOutChecks: readonly Check[] = [
  check(
    'order',
    'must',
    'An order is answered before the platform gives up',
    spec.timeout,
    async (stage) => {
      const { reply } = await stage.order()
      demand(
        reply.status !== 0,
        `There was ${answerOf(reply)}.`,
        'Answer 202 at once and complete the order later.',
      )
    },
  ),
  check(
    'comfortable',
    'should',
    'An order is answered in half that time',
    spec.timeout,
    async (stage) => {
      const { reply } = await stage.sample()
      demand(
        reply.milliseconds < stage.timeout / 2,
        `It took ${reply.milliseconds} ms.`,
        'Answer 202 at once and complete the order later.',
      )
    },
  ),
  check(
    'delete',
    'must',
    'A deletion is answered before the platform gives up',
    spec.timeout,
    async (stage) => {
      const { made } = await stage.success()
      const reply = await stage.remove(made.id)
      demand(
        reply.status !== 0,
        `There was ${answerOf(reply)}.`,
        'Mark it as deleted, answer, and clean up afterwards.',
      )
    },
  ),
  check(
    'stalled',
    'must',
    'One that sends half an order does not hold up others',
    spec.hostile,
    async (stage) => {
      await stage.sample()
      const hangUps = Array.from({ length: 5 }, () => stall(stage))
      try {
        const { reply } = await stage.order()
        demand(
          isDone(reply),
          `While five had stalled, an order got ${answerOf(reply)}.`,
          'Read requests independently of each other.',
        )
      } finally {
        for (const hangUp of hangUps) hangUp()
      }
    },
  ),
  check('hung-up', 'must', 'One that hangs up midway does no harm', spec.hostile, async (stage) => {
    await stage.sample()
    stall(stage)()
    const hangUp = stall(stage)
    await new Promise((resolve) => setTimeout(resolve, 20))
    hangUp()
    const { reply } = await stage.order()
    demand(
      isDone(reply),
      `Afterwards an order got ${answerOf(reply)}.`,
      'Expect requests that end in the middle.',
    )
  }),
]
