import type { Access, Call, Endpoint } from '#api/http/endpoint.ts'
import { count } from '#api/http/query.ts'
import { check, pipe, type Schema, string, transform } from '#kit/schema.ts'
import type { Action } from '#platform/model/events/actions.ts'
import type {
  InstanceSession,
  SessionRequest,
} from '#platform/model/hosting/instances/instance-session.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Who may open a terminal: always an authenticated caller, with a permission at what the path names. */
type TerminalAccess = Exclude<Access, string>

const byteCount = pipe(
  string,
  check((text) => /^\d{1,15}$/.test(text), 'must be a number of bytes'),
  transform(Number),
)

/** Query parameters that all terminals have. */
export const terminalQuery = {
  /** Type of the client's terminal, such as `xterm-256color`; without it the command has none. */
  terminal: string,
  columns: count,
  rows: count,
  /** Session to go on with, and the bytes of its output that have arrived; without them its last output comes again. */
  session: string,
  received: byteCount,
}

/** What the client of a terminal has asked for beside what the path and the query of the endpoint say. */
type SessionStart = Pick<SessionRequest, 'signal' | 'terminal' | 'environment'> & {
  /** Shows the client a sentence, such as why its session ends; `isLast` when it now does. */
  say(sentence: string, isLast?: boolean): void
}

/** Input of a terminal endpoint: authenticated and permitted. `signal` is aborted when the session has to end. */
export type TerminalCall<
  Path extends string = string,
  A extends TerminalAccess = TerminalAccess,
  Q extends string = string,
> = Pick<
  Call<Path, A, undefined, Q>,
  | 'platform'
  | 'params'
  | 'query'
  | 'from'
  | 'caller'
  | 'ownerId'
  | 'application'
  | 'addon'
  | 'resource'
> &
  SessionStart

/** A WebSocket at which a command runs for the client, with a terminal or without one. */
export interface TerminalEndpoint extends Endpoint {
  method: 'GET'
  access: TerminalAccess
  /** Milliseconds without input and output after which its sessions end; those of shells when absent. */
  idleTimeout?: number
  /** Opens the session; a `Refusal` is told to the client. */
  open(call: TerminalCall): Promise<InstanceSession>
}

interface TerminalDefinition<Path extends string, A extends TerminalAccess, Q extends string>
  extends Pick<Endpoint<Path, A>, 'path' | 'access' | 'summary' | 'workload' | 'cost'> {
  /** Audited when a member without the permission asks; what is permitted audits the one who opens the session. */
  action: Action
  idleTimeout?: number
  /** Query parameters by name, beside those that all terminals have. */
  query?: Readonly<Record<Q, Schema>>
  open(call: TerminalCall<Path, A, Q>): Promise<InstanceSession>
}

export function terminalEndpoint<
  const Path extends string,
  const A extends TerminalAccess,
  const Q extends string = never,
>(definition: TerminalDefinition<Path, A, Q>): TerminalEndpoint {
  const handle = () => Promise.reject(new Refusal('invalid', 'Open this address as a WebSocket.'))
  // The types of path, access and query matter to `open` only and are erased in the list of endpoints.
  const query = { ...terminalQuery, ...definition.query }
  return { ...definition, method: 'GET', query, handle } as unknown as TerminalEndpoint
}
