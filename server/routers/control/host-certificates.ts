import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from '#kit/crypto/x509.ts'
import { writeDurably } from '#kit/files/durable-file.ts'
import type { AcmeChallenge } from '#platform/model/hosting/deployments/traffic.ts'
import type { Answer, CertificateCommand } from './router-commands.ts'

/** Which certificate each host has, and the pending challenges; survives a crash of the router. */
interface HostCertificateState {
  /** Fingerprints by host. */
  hosts: Record<string, string>
  challenges: AcmeChallenge[]
}

const file = 'certificates.json'
const folder = 'certificates'
const fingerprintPattern = /^[0-9a-f]{64}$/
const empty: HostCertificateState = { hosts: {}, challenges: [] }

/**
 * Certificates that were uploaded or issued by ACME, each in a file of its own with its key, so that a change writes
 * only what has changed. The files are read at the first visit.
 */
export class HostCertificates {
  readonly #certificates: CertificateParts['certificates']
  readonly #challenges: CertificateParts['challenges']
  #state: HostCertificateState
  #last: Promise<unknown> = Promise.resolve()

  private constructor(parts: CertificateParts, state: HostCertificateState) {
    this.#certificates = parts.certificates
    this.#challenges = parts.challenges
    this.#state = state
    this.#apply()
  }

  static async read(parts: CertificateParts): Promise<HostCertificates> {
    return new HostCertificates(parts, await readState())
  }

  /** Which certificate each host has, and the pending challenges. */
  get assigned(): Readonly<HostCertificateState> {
    return this.#state
  }

  /** Executes a command. A change is on disk and in force before the answer. */
  run(command: CertificateCommand): Promise<Answer> {
    const result = this.#last.then(() => this.#run(command))
    this.#last = result.catch(() => {})
    return result
  }

  async #run(command: CertificateCommand): Promise<Answer> {
    switch (command.kind) {
      case 'hold certificates':
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        for (const { fingerprint, certificate, key } of command.certificates) {
          await writeDurably(pathOf(fingerprint), JSON.stringify({ certificate, key }))
        }
        this.#certificates.reload(new Set(command.certificates.map((each) => each.fingerprint)))
        return {}
      case 'assign certificates': {
        const hosts = command.isComplete ? {} : { ...this.#state.hosts }
        for (const [host, fingerprint] of Object.entries(command.hosts)) {
          if (fingerprint === null) delete hosts[host]
          else hosts[host] = fingerprint
        }
        const missing = new Set(Object.values(command.hosts).filter(isMissing))
        // Nothing changes before all are there: a host never loses the certificate that it has.
        if (missing.size > 0) return { missingCertificates: [...missing] as string[] }
        if (await this.#change({ ...this.#state, hosts })) removeUnused(hosts)
        return {}
      }
      case 'set challenges':
        await this.#change({ ...this.#state, challenges: command.challenges })
        return {}
    }
  }

  /** Returns whether anything has changed: most commands repeat what is known. */
  async #change(state: HostCertificateState): Promise<boolean> {
    const text = JSON.stringify(state)
    if (text === JSON.stringify(this.#state)) return false
    await writeDurably(file, text)
    this.#state = state
    this.#apply()
    return true
  }

  #apply() {
    this.#certificates.assign(this.#state.hosts, readIdentity)
    this.#challenges.set(this.#state.challenges)
  }
}

/** What shows the certificates to visitors. */
export interface CertificateParts {
  certificates: {
    /** Says which certificate each host has, by fingerprint; `read` reads it from disk. */
    assign(hosts: Record<string, string>, read: (fingerprint: string) => Identity): void
    /** Certificates that were written anew. */
    reload(fingerprints: ReadonlySet<string>): void
  }
  challenges: { set(challenges: readonly AcmeChallenge[]): void }
}

const pathOf = (fingerprint: string) => {
  if (!fingerprintPattern.test(fingerprint)) throw new Error('not a fingerprint')
  return join(folder, `${fingerprint}.json`)
}

const isMissing = (fingerprint: string | null) =>
  fingerprint !== null && !existsSync(pathOf(fingerprint))

const readIdentity = (fingerprint: string): Identity =>
  JSON.parse(readFileSync(pathOf(fingerprint), 'utf8'))

function removeUnused(hosts: Record<string, string>) {
  if (!existsSync(folder)) return
  const used = new Set(Object.values(hosts).map((fingerprint) => `${fingerprint}.json`))
  for (const name of readdirSync(folder)) {
    if (!used.has(name)) rmSync(join(folder, name), { force: true })
  }
}

async function readState(): Promise<HostCertificateState> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return empty
  try {
    const { hosts, challenges } = JSON.parse(text) as HostCertificateState
    return { hosts, challenges }
  } catch {
    await rename(file, `${file}.unreadable`).catch(() => {})
    console.error(`${file} cannot be read; it was put aside`)
    return empty
  }
}
