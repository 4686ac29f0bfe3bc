import type { IncomingMessage, ServerResponse } from 'node:http'
import { advertise, serveFetch } from '#git/fetch.ts'
import {
  inTime,
  type Listener,
  openSession,
  type RepositoryAccess,
  sentenceOf,
  unlessDeleted,
} from '#git/git-session.ts'
import { startReceivePack } from '#git/push/receive-pack.ts'
import { receivePush } from '#git/push/receive-push.ts'
import { readBytes } from '#git/wire/byte-reader.ts'
import { flush, packet } from '#git/wire/pkt-line.ts'
import { readBasicAuth } from '#kit/net/basic-auth.ts'
import type { HttpVisit } from '#kit/net/limits/http-guard.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { bodyOf, type GitRequest, parseGitRequest, refuse, responseOutlet } from './git-http.ts'

export interface HttpsConversation {
  listener: Listener
  visit: HttpVisit
  request: IncomingMessage
  response: ServerResponse
}

/** Answers one request of a git client. */
export async function answer(conversation: HttpsConversation): Promise<void> {
  const { listener, visit, request, response } = conversation
  try {
    // Clients send credentials only after a 401, so authentication comes first.
    const caller = await authenticate(conversation)
    const asked = parseGitRequest(request)
    const client = { caller, from: visit.source }
    using admission = await openSession(listener, client, asked.applicationId, asked.service)
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

/** Wrong credentials count for their address; right ones are never refused for the wrong ones of others there. */
async function authenticate({ listener, visit, request }: HttpsConversation): Promise<Caller> {
  const credentials = readBasicAuth(request.headers.authorization)
  if (!credentials)
    throw new Refusal(
      'unauthenticated',
      'Log in with an API token as the password, or with an access token and its secret',
    )
  const { id: user, password } = credentials
  const caller = await inTime(listener.backend.callerByPassword(user, password))
  if (caller) {
    visit.authenticated()
    return caller
  }
  listener.backend.countWrongCredentials(visit.source)
  throw new Refusal(
    'unauthenticated',
    'Wrong credentials: give an API token as the password, or an access token and its secret',
  )
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
  if (service === 'git-upload-pack') {
    return await advertise(listener, admission, outlet, protocol)
  }
  const receivePack = await startReceivePack(listener, admission)
  await outlet.write(receivePack.advertisement)
  const isKept = listener.receivePacks.keep(admission.repository, async () => receivePack)
  if (!isKept) receivePack[Symbol.dispose]()
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
    using receivePack =
      (await listener.receivePacks.take(admission.repository)) ??
      (await startReceivePack(listener, admission))
    await receivePush(listener, admission, { receivePack, input, outlet })
  }
  await outlet.write(Buffer.alloc(0))
}
