import { X509Certificate } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { type Identity, issueCertificate } from '#kit/crypto/x509.ts'
import { writeDurably } from '#kit/files/durable-file.ts'
import { loopbackAddresses } from '#kit/net/host-loopback.ts'

const fileName = 'tls.json'
/** A certificate with less remaining validity is renewed at the start. */
const minLeft = 180 * 24 * 3_600_000

/**
 * Certificate of a provider's database servers, stored in its folder: a new one at each start would make the servers
 * reload, and clients that pin it fail.
 */
export async function addonsIdentity(
  authority: Identity,
  folder: string,
  host: string,
): Promise<Identity> {
  const path = join(folder, fileName)
  const hosts = [...new Set([host, ...loopbackAddresses, 'addons.localhost', 'localhost'])]
  const known = await readIdentity(path)
  if (known && isUsable(known, authority, hosts)) return known
  const identity = issueCertificate(authority, hosts)
  await mkdir(folder, { recursive: true, mode: 0o711 })
  await writeDurably(path, JSON.stringify(identity), 0o600)
  return identity
}

async function readIdentity(path: string): Promise<Identity | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Identity)
  } catch {
    return undefined
  }
}

function isUsable({ certificate }: Identity, authority: Identity, hosts: string[]): boolean {
  const leaf = new X509Certificate(certificate)
  const names = (host: string) => (isIP(host) ? leaf.checkIP(host) : leaf.checkHost(host))
  return (
    leaf.verify(new X509Certificate(authority.certificate).publicKey) &&
    Date.parse(leaf.validTo) - Date.now() > minLeft &&
    hosts.every((host) => names(host) !== undefined)
  )
}
