import type { Endpoint } from '#api/http/endpoint.ts'
import type { Authenticate, Listener } from '#api/http/listener.ts'
import { defaultMaxBytes, isForm, readBytes } from '#api/http/read-body.ts'
import { type RequestContext, signatureOf } from '#api/http/request-context.ts'
import { readForm } from '#api/limits/form-parameters.ts'
import { callerOfSignedRequest } from '#platform/identity/access/oauth1/verify-request.ts'
import { authenticateProvider } from '#platform/marketplace/providers/calls/authenticate-provider.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { callerBySession } from './session.ts'

/** Result of the authentication. */
export interface Identity {
  caller?: Caller
  /** Provider whose service is calling. */
  provider?: Provider
  /** The body, if it was read because a form may carry the signature. */
  form?: Buffer
}

/** Authenticates as the endpoint's access requires, and counts the call against the caller's rate limit. */
export async function identify(
  listener: Listener,
  context: RequestContext,
  endpoint: Pick<Endpoint, 'access' | 'isPage' | 'cost'>,
): Promise<Identity> {
  const { platform } = listener
  const { from } = context
  switch (endpoint.access) {
    case 'anyone':
      // Pages count against their session, which they look up themselves.
      if (!endpoint.isPage) countCall(platform, endpoint, undefined, from)
      return {}
    case 'provider': {
      const provider = await authenticateProvider(platform, context)
      await platform.attempts.count('provider call', { account: provider.id, from })
      return { provider }
    }
    case 'visitor': {
      const caller = await callerIfKnown(listener, context)
      // Looking credentials up is never free.
      const { cost = 1 } = endpoint
      countCall(
        platform,
        { cost: hasCredentials(context) ? Math.max(1, cost) : cost },
        caller,
        from,
      )
      return caller ? { caller } : {}
    }
    default: {
      const form = hasSignedForm(context) ? await readSignedForm(context) : undefined
      const caller = await authenticateCounted(listener, context, form)
      countCall(platform, endpoint, caller, from)
      return form ? { caller, form } : { caller }
    }
  }
}

const hasSignedForm = ({ request, authorization }: RequestContext): boolean =>
  isForm(request) && !isBearer(authorization)

const readSignedForm = ({ request, connection }: RequestContext): Promise<Buffer> =>
  readBytes(request, defaultMaxBytes, connection)

const hasCredentials = (context: RequestContext): boolean =>
  context.authorization !== undefined ||
  context.request.headers.has('cookie') ||
  signatureOf(context, undefined).parameters.length > 0

/** Public pages may send invalid credentials and are answered anyway. */
async function callerIfKnown(
  listener: Listener,
  context: RequestContext,
): Promise<Caller | undefined> {
  try {
    return await listener.authenticate(listener, context, undefined)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** The main API accepts OAuth 1 signatures, and sessions of browsers in requests without any. */
export const authenticateOnApi: Authenticate = (listener, context, form) => {
  const isSigned =
    context.authorization !== undefined || signatureOf(context, form).parameters.length > 0
  return isSigned
    ? authenticateSigned(listener, context, form)
    : authenticateSession(listener, context, form)
}

const authenticateSession: Authenticate = async (listener, context, form) =>
  (await callerBySession(listener, context)) ?? authenticateSigned(listener, context, form)

/** Accepts OAuth 1 signatures. */
export const authenticateSigned: Authenticate = (listener, context, form) => {
  if (isBearer(context.authorization)) {
    throw new Refusal(
      'unauthenticated',
      `API tokens are for the bridge: send this request to ${listener.addresses().bridge} instead.`,
    )
  }
  const signature = signatureOf(context, form)
  if (signature.parameters.length === 0) {
    throw new Refusal('unauthenticated', 'Authentication required: sign the request with OAuth 1.')
  }
  return callerOfSignedRequest(listener.platform, signature)
}

export const isBearer = (authorization: string | undefined) => /^bearer /i.test(authorization ?? '')

/** Counts a call against the limit of its credential, or of its address without one. A stream counts once. */
export function countCall(
  { callLimits }: Pick<Platform, 'callLimits'>,
  { cost }: Pick<Endpoint, 'cost'>,
  caller: Caller | undefined,
  from: string,
): void {
  callLimits.count(caller ? countedCaller(caller) : { address: from }, cost)
}

/** An access token counts together with the consumer that it is used through. */
const countedCaller = ({ userId, credentialId, consumerKey = '' }: Caller) => ({
  credential: `${consumerKey} ${credentialId}`,
  userId,
})

/** Authenticates; failed attempts count against the address. */
export async function authenticateCounted(
  listener: Listener,
  context: RequestContext,
  form?: Buffer,
): Promise<Caller> {
  try {
    return await listener.authenticate(listener, context, form && readForm(form.toString('utf8')))
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unauthenticated') {
      listener.platform.callLimits.count({ address: context.from })
    }
    throw error
  }
}
