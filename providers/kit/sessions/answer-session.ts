import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { sessionProtocol } from '#protocol/databases/session-frames.ts'
import { failureBody } from '#protocol/failure.ts'
import { requireUsable } from '#providers/kit/contents/answer-contents.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { ProviderServer } from '#providers/kit/definition.ts'

/** Handles `GET {base_url}/{id}/sessions` with the header `upgrade`: answers 101, and the connection is the session. */
export async function answerSession(
  service: ProviderServer,
  id: string,
  request: IncomingMessage,
  socket: Duplex,
): Promise<void> {
  try {
    if (!service.sessions) throw new DeclinedError('There are no shells and tunnels here.', 501)
    if (request.headers.upgrade !== sessionProtocol)
      throw new DeclinedError(`Only an upgrade to ${sessionProtocol} is answered here.`, 400)
    const asked = readRequest(request.url ?? '')
    const resource = await requireUsable(service, id)
    const begin = await service.sessions.open(resource, asked)
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${sessionProtocol}\r\n\r\n`,
    )
    begin(socket)
    // It may have been suspended while the session was being opened, after those of it were ended.
    await requireUsable(service, id).catch(() => socket.destroy())
  } catch (problem) {
    const isDeclined = problem instanceof DeclinedError
    if (!isDeclined) service.onProblem(problem)
    const sentence = isDeclined ? problem.message : 'Something went wrong on our side.'
    refuseUpgrade(socket, isDeclined ? problem.status : 500, sentence)
  }
}

/** Answers a request to upgrade with an error. */
export function refuseUpgrade(socket: Duplex, status: number, sentence: string): void {
  const body = JSON.stringify(failureBody(sentence))
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

function readRequest(url: string) {
  const { searchParams } = new URL(url, 'http://localhost')
  const kind = searchParams.get('kind')
  const size = searchParams.get('size') ?? ''
  const term = searchParams.get('term') ?? ''
  if (kind !== 'shell' && kind !== 'tunnel')
    throw new DeclinedError('A session is a shell or a tunnel.', 400)
  if (size !== '' && !/^\d{1,5}x\d{1,5}$/.test(size))
    throw new DeclinedError('This is no size of a terminal.', 400)
  if (!/^[\w.+-]{0,60}$/.test(term)) throw new DeclinedError('This is no kind of terminal.', 400)
  return { kind, size, term } as const
}
