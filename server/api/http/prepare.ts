import type { IncomingMessage } from 'node:http'
import type { Progress } from '#api/audit/with-audit.ts'
import { isBearer } from '#api/auth/authenticate.ts'
import { permit } from '#api/auth/permit.ts'
import { authenticateCounted, countCall } from '#api/limits/count-call.ts'
import { readForm } from '#api/limits/form-parameters.ts'
import type { Caller } from '#platform/access/caller.ts'
import { authenticateProvider } from '#platform/providers/calls/authenticate-provider.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Call } from './endpoint.ts'
import { type Incoming, signatureOf } from './incoming.ts'
import { defaultMaxBytes, isForm, parseBody, readBytes } from './read-body.ts'
import type { Serving } from './serving.ts'

/** Authenticates, permits, and reads the body, in that order; a form may carry the signature, so it is read first. */
export async function prepare(
  serving: Serving,
  request: IncomingMessage,
  incoming: Incoming,
  progress: Progress,
): Promise<Call> {
  const { platform, addresses, signer, cliPackage } = serving
  const { endpoint, params, from } = progress
  let bytes: Buffer | undefined
  if (endpoint.access === 'provider') {
    const provider = await authenticateProvider(platform, incoming)
    platform.attempts.count('provider call', { account: provider.id, from })
    progress.provider = provider
  } else if (endpoint.access === 'visitor') {
    const caller = await callerIfKnown(serving, incoming)
    countCall(platform, endpoint, caller, from)
    if (caller) progress.caller = caller
  } else if (endpoint.access !== 'anyone') {
    const isSignedForm = isForm(request) && !isBearer(incoming.authorization)
    if (isSignedForm) bytes = await readBytes(request, defaultMaxBytes)
    const form = bytes && readForm(bytes.toString('utf8'))
    progress.caller = await authenticateCounted(platform, from, () =>
      serving.authenticate(serving, incoming, form),
    )
    countCall(platform, endpoint, progress.caller, from)
    Object.assign(progress, await permit(platform, endpoint.access, params, progress.caller))
  } else if (!endpoint.isPage) {
    countCall(platform, endpoint, undefined, from)
  }
  let body: unknown
  if (endpoint.body) {
    const { maxBytes = defaultMaxBytes, maxValues } = endpoint
    bytes ??= await readBytes(request, maxBytes)
    const cost = Math.floor(bytes.length / defaultMaxBytes)
    // What is made of a large body takes as long as many calls.
    if (cost > 0) countCall(platform, { cost }, progress.caller, from)
    body = parseBody(bytes, endpoint.body, maxValues)
  }
  const { caller, ownerId, application, addon, provider } = progress
  const call = {
    platform,
    addresses: addresses(),
    params,
    query: incoming.query,
    headers: request.headers,
    from,
    signer,
    cliPackage,
    signature: (sent?: URLSearchParams) => signatureOf(incoming, sent),
    caller,
    ownerId,
    application,
    addon,
    provider,
    body,
  }
  return call as Call
}

/** Public pages send credentials that cannot be right, and are to be answered all the same. */
async function callerIfKnown(serving: Serving, incoming: Incoming): Promise<Caller | undefined> {
  try {
    return await serving.authenticate(serving, incoming, undefined)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
