import { type KeyObject, X509Certificate } from 'node:crypto'
import { type PemBlock, parsePem, pemOf } from '#kit/crypto/pem.ts'
import { tlsObjectionTo } from '#kit/crypto/tls-context.ts'
import type { Identity } from '#kit/crypto/x509.ts'
import { dnsNamesOf } from '#kit/crypto/x509-alt-names.ts'
import type { CertificateFacts } from '#platform/model/hosting/certificate.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { canSignFor, checkKeyType, readKey } from './check-key.ts'

const maxChainBytes = 64 * 1024
const maxChainLength = 10
const maxNames = 100
const serverAuthentication = '1.3.6.1.5.5.7.3.1'
const namePattern =
  /^(\*\.)?[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/

/** A chain with its key that has passed the checks, written anew from what was understood. */
export interface CheckedCertificate extends CertificateFacts, Identity {}

/** Checks a PEM chain and its key. What is wrong is refused with a sentence about what to do. */
export function checkCertificate(input: Identity, now: number): CheckedCertificate {
  const chain = readChain(input.certificate)
  const [leaf] = chain as [X509Certificate, ...X509Certificate[]]
  const key = readKey(input.key)
  checkKeyType(key)
  if (!leaf.checkPrivateKey(key) || !canSignFor(leaf.publicKey, key)) {
    throw invalid(
      'The private key does not belong to the first certificate: the chain has to begin with the certificate of the domain, and the key has to be the one that it was requested with.',
    )
  }
  checkOrder(chain)
  checkDates(chain, now)
  const names = checkNames(leaf)
  const identity = {
    certificate: chain.map(({ raw }) => pemOf('CERTIFICATE', raw)).join(''),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const objection = tlsObjectionTo(identity)
  if (objection) throw invalid(`TLS does not accept this certificate: ${objection}.`)
  return {
    ...identity,
    names,
    subject: oneLine(leaf.subject),
    issuer: oneLine(leaf.issuer),
    serialNumber: leaf.serialNumber.toLowerCase(),
    fingerprint: leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: leaf.validFromDate.getTime(),
    notAfter: leaf.validToDate.getTime(),
  }
}

function readChain(text: string): X509Certificate[] {
  if (Buffer.byteLength(text) > maxChainBytes) {
    throw invalid(`The chain is larger than ${maxChainBytes / 1024} KiB.`)
  }
  const blocks = blocksOf(text)
  if (blocks.some(({ label }) => label.endsWith('PRIVATE KEY'))) {
    throw invalid('The file of the chain contains a private key: give the key as the second file.')
  }
  const strange = blocks.find(({ label }) => label !== 'CERTIFICATE')
  if (strange) {
    throw invalid(
      `The chain contains a block '${strange.label.slice(0, 40)}': it must contain certificates only.`,
    )
  }
  if (blocks.length === 0) {
    throw invalid(
      'The chain contains no certificate: it must be PEM, with lines -----BEGIN CERTIFICATE-----.',
    )
  }
  if (blocks.length > maxChainLength) {
    throw invalid(
      `The chain has ${blocks.length} certificates, more than ${maxChainLength}: give the certificate of the domain and those of its issuers.`,
    )
  }
  return blocks.map(({ bytes }, at) => readCertificate(bytes, at))
}

function blocksOf(text: string): PemBlock[] {
  try {
    return parsePem(text)
  } catch (error) {
    throw invalid(`The chain is not PEM: ${(error as Error).message}.`)
  }
}

function readCertificate(bytes: Buffer, at: number): X509Certificate {
  try {
    const certificate = new X509Certificate(bytes)
    // Read now, because an unknown kind of key or a malformed extension is only noticed then.
    void certificate.publicKey
    dnsNamesOf(certificate)
    if (Number.isNaN(certificate.validToDate.getTime())) throw new Error('no date')
    return certificate
  } catch {
    throw invalid(`Certificate ${at + 1} of the chain cannot be read: the file may be damaged.`)
  }
}

/** Each certificate is signed by the next, so that a client finds the way to a root that it knows. */
function checkOrder(chain: readonly X509Certificate[]) {
  for (const [at, certificate] of chain.entries()) {
    const issuer = chain[at + 1]
    if (!issuer) return
    if (issuer.ca && certificate.checkIssued(issuer) && isSignedBy(certificate, issuer.publicKey))
      continue
    throw invalid(
      `Certificate ${at + 1} of the chain is not signed by certificate ${at + 2}: the order is that of the domain first, then each issuer.`,
    )
  }
}

function isSignedBy(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.verify(key)
  } catch {
    return false
  }
}

function checkDates(chain: readonly X509Certificate[], now: number) {
  for (const [at, { validFromDate, validToDate }] of chain.entries()) {
    const which = at === 0 ? 'The certificate' : `Certificate ${at + 1} of the chain`
    if (now >= validToDate.getTime()) {
      throw invalid(`${which} expired on ${validToDate.toISOString()}.`)
    }
    if (now < validFromDate.getTime()) {
      throw invalid(`${which} is not valid before ${validFromDate.toISOString()}.`)
    }
  }
}

function checkNames(leaf: X509Certificate): string[] {
  const names = dnsNamesOf(leaf)
  if (names.length === 0) {
    throw invalid('The certificate has no DNS names: browsers need them as alternative names.')
  }
  if (names.length > maxNames) {
    throw invalid(`The certificate has ${names.length} names, more than ${maxNames}.`)
  }
  const strange = names.find((name) => name.length > 253 || !namePattern.test(name))
  if (strange !== undefined) {
    throw invalid(
      `The certificate has a name that is not a host name: ${JSON.stringify(strange.slice(0, 80))}.`,
    )
  }
  const usages = leaf.keyUsage
  if (usages && usages.length > 0 && !usages.includes(serverAuthentication)) {
    throw invalid('The certificate is not made for servers (extended key usage serverAuth).')
  }
  return [...new Set(names)]
}

/** Names of subject and issuer come one part per line. */
const oneLine = (name: string | undefined) =>
  (name ?? '')
    .split('\n')
    .join(', ')
    .replace(/\p{Cc}/gu, '')
    .slice(0, 300)

const invalid = (sentence: string) => new Refusal('invalid', sentence)
