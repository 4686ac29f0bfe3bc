import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import { auditForbidden } from '#api/audit/with-audit.ts'
import { permit } from '#api/auth/permit.ts'
import type { Listener } from '#api/http/listener.ts'
import { readQuery } from '#api/http/query.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import { logBug } from '#api/log-bug.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { closeCodes, maxFrameBytes } from '#protocol/terminal/frames.ts'
import { connectTerminal, type PingTimes } from './terminal-connection.ts'
import { type TerminalEndpoint, terminalQuery } from './terminal-endpoint.ts'
import { TerminalSession } from './terminal-session.ts'

/** A client that has authenticated at a terminal endpoint. */
export interface TerminalRequest {
  endpoint: TerminalEndpoint
  params: Record<string, string>
  context: RequestContext
  caller: Caller
}

/** The sessions of a listener's terminals, those whose clients may come back included. */
export interface OpenTerminals {
  /** Opens a session for a client, or goes on with one. */
  serve(socket: WebSocket, request: TerminalRequest): Promise<void>
  /** Ends all sessions. */
  close(sentence: string): void
}

/** Bytes of output that fill a screen, with what is above it, for a page that was reloaded; no more than a frame. */
const keptOutput = maxFrameBytes

interface OpenTerminal {
  session: TerminalSession
  /** Who alone may go on with it, and at which path. */
  owner: string
}

export function createOpenTerminals(listener: Listener, pings?: PingTimes): OpenTerminals {
  const { platform, log } = listener
  const open = new Map<string, OpenTerminal>()

  async function begin(socket: WebSocket, request: TerminalRequest): Promise<void> {
    const { endpoint, params, context, caller } = request
    const subject = await permitted(listener, request)
    const id = randomUUID()
    const session = new TerminalSession({
      id,
      kept: context.query.has('terminal') ? keptOutput : 0,
      idleTimeout: endpoint.idleTimeout ?? platform.policies.shellIdleTimeout,
      onOver: () => open.delete(id),
    })
    open.set(id, { session, owner: ownerOf(request) })
    try {
      const opened = await endpoint.open({
        platform,
        params,
        query: context.query,
        from: context.from,
        caller,
        ownerId: subject.ownerId,
        application: subject.application,
        addon: subject.addon,
        resource: subject.application ?? subject.addon,
        ...terminalOf(context),
        signal: session.signal,
        say: (sentence, isLast) => (isLast ? session.end(sentence) : session.say(sentence)),
      } as Parameters<TerminalEndpoint['open']>[0])
      session.run(opened).catch((error) => session.fail(sentenceOf(error, log)))
    } catch (error) {
      session.close('The session could not begin.')
      throw error
    }
    connectTerminal(socket, session, { received: 0, pings })
  }

  async function resume(socket: WebSocket, request: TerminalRequest, id: string): Promise<void> {
    await permitted(listener, request)
    const { received } = readQuery(request.context.query, terminalQuery)
    const known = open.get(id)
    if (known?.owner !== ownerOf(request))
      throw new Refusal('missing', 'The session has ended: it was not resumed in time')
    if (received !== undefined && !known.session.canResumeAt(received))
      throw new Refusal('conflict', 'What followed these bytes of output is not kept any more')
    connectTerminal(socket, known.session, { received, pings })
  }

  return {
    async serve(socket, request) {
      try {
        const id = request.context.query.get('session')
        await (id ? resume(socket, request, id) : begin(socket, request))
      } catch (error) {
        socket.on('error', () => {})
        socket.send(JSON.stringify({ error: sentenceOf(error, log) }), () => {})
        socket.close(closeCodes.normal)
      } finally {
        socket.resume()
      }
    },
    close(sentence) {
      for (const { session } of open.values()) session.close(sentence)
    },
  }
}

/** Subject of the call, if the caller may open a terminal there. */
async function permitted(
  { platform }: Listener,
  { endpoint, params, context, caller }: TerminalRequest,
) {
  try {
    return await permit(platform, endpoint.access, params, caller)
  } catch (error) {
    await auditForbidden(platform, { endpoint, params, from: context.from, caller }, error)
    throw error
  }
}

/** Sessions are resumed with the credential that opened them. */
const ownerOf = ({ context, caller: { userId, credential, credentialId } }: TerminalRequest) =>
  JSON.stringify([context.path, userId, credential, credentialId])

function terminalOf({ query }: RequestContext) {
  const { terminal, columns = 0, rows = 0 } = readQuery(query, terminalQuery)
  if (terminal === undefined) return {}
  const term = /^[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}$/.test(terminal) ? terminal : 'dumb'
  return { terminal: { term, columns, rows }, environment: { TERM: term } }
}

function sentenceOf(error: unknown, log: Listener['log']): string {
  if (error instanceof Refusal) {
    const { message, details } = error
    const sentence = `${message.replace(/\.$/, '')}.`
    return details.hint ? `${sentence} ${details.hint}` : sentence
  }
  const id = randomUUID()
  logBug(log, error, id)
  return `Internal error. The operator can find it in the log as ${id}.`
}
