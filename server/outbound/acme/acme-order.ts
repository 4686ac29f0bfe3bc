import { createHash } from 'node:crypto'
import { sleep } from '#kit/concurrency/timeout.ts'
import { createChallengeCertificate, createSigningRequest } from '#kit/crypto/x509.ts'
import { AcmeError, type AcmeOrderRequest } from '#platform/model/hosting/acme-client.ts'
import type {
  AcmeChallenge,
  ServedCertificate,
} from '#platform/model/hosting/deployments/traffic.ts'
import { type AcmeAuthorization, type AcmeOrder, authorizationIn, orderIn } from './acme-objects.ts'
import { problemOf } from './acme-problem.ts'
import type { AcmeSession } from './acme-session.ts'
import { unavailable } from './acme-transport.ts'

/** Time that the server gets to verify a host, and again to issue the certificate. */
const pollTimeout = 120_000

export interface OrderOptions {
  challenge: AcmeChallenge['type']
  pollEvery: number
}

/** Orders a certificate, answers the challenge, and downloads it (RFC 8555, 7.4). */
export async function orderCertificate(
  session: AcmeSession,
  request: AcmeOrderRequest,
  { challenge, pollEvery }: OrderOptions,
): Promise<ServedCertificate> {
  const { host, signal } = request
  const pollWhile = (order: AcmeOrder, states: readonly string[]) =>
    poll(session, order, states, { signal, pollEvery })
  const identifiers = [{ type: 'dns', value: host }]
  let order = orderIn(await session.post(await session.addressOf('newOrder'), { identifiers }))
  if (order.status === 'pending') {
    await answerChallenge(session, order, request, challenge)
    order = await pollWhile(order, ['pending'])
  }
  if (order.status !== 'ready')
    throw unavailable(`has an order in the state ${order.status.slice(0, 20)}`)
  const { csr, key } = named(() => createSigningRequest(host))
  const { url } = order
  const finalized = await session.post(order.finalize, { csr: csr.toString('base64url') })
  order = await pollWhile(orderIn(finalized, url), ['processing', 'ready'])
  const { text } = await session.post(order.certificate)
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw unavailable('sent a certificate that is not PEM')
  return { certificate: text, key }
}

/** What fails here for one name has nothing to do with the server, whose failures pause other orders. */
function named<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    const { message } = error as Error
    throw new AcmeError('rejected', `No certificate can be requested for this name: ${message}`)
  }
}

async function answerChallenge(
  session: AcmeSession,
  order: AcmeOrder,
  { host, present }: AcmeOrderRequest,
  type: AcmeChallenge['type'],
): Promise<void> {
  const authorization = await authorizationOf(session, order)
  if (authorization.host !== host)
    throw unavailable('wants another host to be verified than the ordered one')
  if (authorization.status === 'valid') return
  const challenge = authorization.challenges.find((each) => each.type === type)
  if (!challenge) throw new AcmeError('rejected', `The ACME server offers no ${type} challenge.`)
  const { token, url } = challenge
  if (!/^[\w-]{16,512}$/.test(token)) throw unavailable('sent a token that is not one')
  const answer = session.keyAuthorization(token)
  if (type === 'http-01') await present({ type, host, token, answer })
  else {
    const digest = createHash('sha256').update(answer).digest()
    await present({ type, host, ...named(() => createChallengeCertificate(host, digest)) })
  }
  await session.post(url, {})
}

const authorizationOf = async (
  session: AcmeSession,
  order: AcmeOrder,
): Promise<AcmeAuthorization> => authorizationIn(await session.post(order.authorization))

/** Asks for the order until it leaves these states; an invalid one is an error with the server's reason. */
async function poll(
  session: AcmeSession,
  order: AcmeOrder,
  states: readonly string[],
  { signal, pollEvery }: { signal: AbortSignal; pollEvery: number },
): Promise<AcmeOrder> {
  const end = performance.now() + pollTimeout
  let current = order
  for (
    let pause = pollEvery;
    states.includes(current.status);
    pause = Math.min(pause * 2, pollEvery * 10)
  ) {
    if (performance.now() > end)
      throw new AcmeError('rejected', 'The ACME server did not finish the order in time.')
    await sleep(pause, signal)
    current = orderIn(await session.post(order.url), order.url)
  }
  if (current.status !== 'invalid') return current
  const { challenges } = await authorizationOf(session, current)
  const problems = [...challenges, current].map(({ error }) => problemOf(error).detail)
  const reason = problems.find(Boolean) ?? 'it gave no reason'
  throw new AcmeError('rejected', `The ACME server could not verify the domain: ${reason}`)
}
