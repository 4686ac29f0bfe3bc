import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveFetch } from '#git/fetch.ts'
import {
  advertise,
  inTime,
  type Listener,
  openSession,
  type RepositoryAccess,
  sentenceOf,
  unlessDeleted,
} from '#git/git-session.ts'
import { receivePush } from '#git/push/receive-push.ts'
import { readBytes } from '#git/wire/byte-reader.ts'
import { flush, packet } from '#git/wire/pkt-line.ts'
import { type Clock, systemClock } from '#kit/concurrency/clock.ts'
import { readBasicAuth } from '#kit/net/basic-auth.ts'
import { networkOf } from '#kit/net/network.ts'
import { plainAddress } from '#kit/net/plain-address.ts'
import type { Caller } from '#platform/access/caller.ts'
import { Refusal } from '#platform/refusal.ts'
import {
  bodyOf,
  type GitRequest,
  parseGitRequest,
  refuse,
  responseOutlet,
  TooManyAttempts,
} from './git-http.ts'

export interface HttpsConversation {
  listener: Listener
  attempts: WrongAttempts
  request: IncomingMessage
  response: ServerResponse
}

/** Answers one request of a git client. */
export async function answer(conversation: HttpsConversation): Promise<void> {
  const { listener, request, response } = conversation
  try {
    // Clients send credentials only after a 401, so authentication comes first.
    const caller = await authenticate(conversation)
    const asked = parseGitRequest(request)
    const from = plainAddress(request.socket.remoteAddress ?? '')
    using admission = await openSession(
      listener,
      { caller, from },
      asked.applicationId,
      asked.service,
    )
    try {
      if (asked.step === 'advertise') await showRefs(listener, admission, asked, response)
      else await exchange(listener, admission, asked, conversation)
    } catch (error) {
      throw await unlessDeleted(listener, admission, error)
    }
    response.end()
  } catch (error) {
    refuse(response, error, sentenceOf(listener, error))
  }
}

async function authenticate({ listener, attempts, request }: HttpsConversation): Promise<Caller> {
  const credentials = readBasicAuth(request.headers.authorization)
  if (!credentials)
    throw new Refusal('unauthenticated', 'Log in with an access token and its secret')
  const address = request.socket.remoteAddress ?? ''
  const wait = attempts.wait(address)
  if (wait > 0) throw new TooManyAttempts(wait)
  const { id: user, password } = credentials
  const caller = await inTime(listener.backend.callerByAccessToken(user, password))
  if (caller) return caller
  attempts.add(address)
  throw new Refusal('unauthenticated', 'This access token and secret do not belong together')
}

async function showRefs(
  listener: Listener,
  admission: RepositoryAccess,
  { service, protocol }: GitRequest,
  response: ServerResponse,
): Promise<void> {
  const outlet = responseOutlet(response, `application/x-${service}-advertisement`)
  if (protocol !== 'version=2') {
    await outlet.write(Buffer.concat([packet(`# service=${service}\n`), flush]))
  }
  await advertise(listener, admission, service, outlet, protocol)
}

async function exchange(
  listener: Listener,
  admission: RepositoryAccess,
  { service, protocol }: GitRequest,
  { request, response }: HttpsConversation,
): Promise<void> {
  const input = readBytes(bodyOf(request))
  const outlet = responseOutlet(response, `application/x-${service}-result`)
  if (service === 'git-upload-pack') {
    await serveFetch(listener, admission, { input, outlet, protocol, isStateless: true })
  } else {
    await receivePush(listener, admission, input, outlet)
  }
  await outlet.write(Buffer.alloc(0))
}

/** Counts wrong credentials per client address. */
interface WrongAttempts {
  /** Seconds that an address has to wait; 0 when it may try. */
  wait(address: string): number
  add(address: string): void
}

const maxWrongAttempts = 20
const attemptWindow = 60_000
const maxAddresses = 10_000

export function countWrongAttempts(clock: Clock = systemClock): WrongAttempts {
  const counts = new Map<string, { count: number; since: number }>()

  function current(address: string) {
    const found = counts.get(networkOf(address))
    return found && clock() - found.since < attemptWindow ? found : undefined
  }

  return {
    wait(address) {
      const found = current(address)
      if (!found || found.count < maxWrongAttempts) return 0
      return Math.ceil((found.since + attemptWindow - clock()) / 1000)
    },
    add(address) {
      const found = current(address)
      if (found) found.count += 1
      else {
        const oldest = counts.keys().next()
        if (counts.size >= maxAddresses && !oldest.done) counts.delete(oldest.value)
        counts.delete(networkOf(address))
        counts.set(networkOf(address), { count: 1, since: clock() })
      }
    },
  }
}
