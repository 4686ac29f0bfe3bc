import { generateKeyPairSync } from 'node:crypto'
import type { Authorization, Client, Order } from 'acme-client'
import { sleep } from '#kit/concurrency/timeout.ts'
import { AcmeError, type AcmeOrderRequest } from '#platform/model/hosting/acme-client.ts'
import type {
  AcmeChallenge,
  ServedCertificate,
} from '#platform/model/hosting/deployments/traffic.ts'
import type { AcmeLibrary } from './acme-library.ts'
import { problemOf } from './acme-problem.ts'
import { unavailable } from './acme-transport.ts'

/** Time that the server gets to verify a host, and again to issue the certificate. */
const pollTimeout = 120_000

export interface OrderOptions {
  directory: string
  challenge: AcmeChallenge['type']
  pollEvery: number
}

/** Orders a certificate, answers the challenge, and downloads it (RFC 8555, 7.4). */
export async function orderCertificate(
  library: AcmeLibrary,
  request: AcmeOrderRequest,
  options: OrderOptions,
): Promise<ServedCertificate> {
  const { account, host, signal } = request
  const client = new library.Client({
    directoryUrl: options.directory,
    accountKey: account.key,
    accountUrl: account.url,
  })
  const identifiers = [{ type: 'dns', value: host }]
  let order = checked(await client.createOrder({ identifiers }))
  if (order.status === 'pending') {
    await answerChallenge(library, client, order, request, options)
    order = await poll(client, order, ['pending'], { signal, pollEvery: options.pollEvery })
  }
  const key = newKey()
  if (order.status === 'ready') {
    const csr = await requestFor(library, host, key)
    const { url } = order
    order = checked({ ...(await client.finalizeOrder(order, csr)), url })
    order = await poll(client, order, ['processing', 'ready'], {
      signal,
      pollEvery: options.pollEvery,
    })
  } else throw unavailable(`has an order in the state ${String(order.status).slice(0, 20)}`)
  const certificate: unknown = await client.getCertificate(order)
  if (typeof certificate !== 'string') throw unavailable('sent a certificate that is not PEM')
  return { certificate, key }
}

/** A longer common name is not valid (X.520, `ub-common-name`); the alternative name is what counts. */
const maxCommonName = 64

async function requestFor({ crypto }: AcmeLibrary, host: string, key: string): Promise<Buffer> {
  const commonName = host.length <= maxCommonName ? { commonName: host } : {}
  const [, csr] = await crypto.createCsr({ ...commonName, altNames: [host] }, key).catch(refuseName)
  return csr
}

/** What fails here for one name has nothing to do with the server, whose failures pause other orders. */
function refuseName(error: Error): never {
  throw new AcmeError('rejected', `No certificate can be requested for this name: ${error.message}`)
}

async function answerChallenge(
  { crypto }: AcmeLibrary,
  client: Client,
  order: Order,
  { host, present }: AcmeOrderRequest,
  { challenge: type }: OrderOptions,
): Promise<void> {
  const [authorization] = await client.getAuthorizations(order)
  if (authorization?.identifier?.value?.toLowerCase() !== host) {
    throw unavailable('wants another host to be verified than the ordered one')
  }
  if (authorization.status === 'valid') return
  const challenge = authorization.challenges?.find((each) => each.type === type)
  if (!challenge) throw new AcmeError('rejected', `The ACME server offers no ${type} challenge.`)
  if (!/^[\w-]{16,512}$/.test(challenge.token)) throw unavailable('sent a token that is not one')
  const answer = await client.getChallengeKeyAuthorization(challenge)
  if (type === 'http-01') await present({ type, host, token: challenge.token, answer })
  else {
    const key = newKey()
    const [, certificate] = await crypto
      .createAlpnCertificate(authorization, answer, key)
      .catch(refuseName)
    await present({ type, host, certificate: certificate.toString(), key })
  }
  await client.completeChallenge(challenge)
}

/** Asks for the order until it leaves these states; an invalid one is an error with the server's reason. */
async function poll(
  client: Client,
  order: Order,
  states: readonly string[],
  { signal, pollEvery }: { signal: AbortSignal; pollEvery: number },
): Promise<Order> {
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
    current = checked(await client.getOrder(order))
  }
  if (current.status !== 'invalid') return current
  const reasons = await client.getAuthorizations(current)
  throw new AcmeError(
    'rejected',
    `The ACME server could not verify the domain: ${reasonOf(reasons, current)}`,
  )
}

/** Why the server could not verify the host. */
function reasonOf(authorizations: Authorization[], order: Order): string {
  const errors = authorizations.flatMap(({ challenges = [] }) =>
    challenges.flatMap((challenge) => ('error' in challenge ? [challenge.error] : [])),
  )
  const problems = [...errors, order.error].map((error) => problemOf(error).detail)
  return problems.find(Boolean) ?? 'it gave no reason'
}

/** One host has one authorisation; the package would fetch all of a longer list at once. */
function checked(order: Order): Order {
  if (typeof order !== 'object' || order === null)
    throw unavailable('sent an order that is not one')
  if (!Array.isArray(order.authorizations) || order.authorizations.length !== 1) {
    throw unavailable('wants more to be verified than the ordered host')
  }
  return order
}

const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
