import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from '#kit/crypto/x509.ts'
import { overwriteFile } from '#kit/files/overwrite-file.ts'
import type { RuntimeApi } from './runtime-api.ts'

const hostPattern = /^(\*\.)?[a-z0-9_.-]{1,253}$/
/** Shown to visitors that name no host, or one that has no certificate. */
const defaultName = 'localhost'

/** Certificates by host; the empty host is the default. */
export type HostIdentities = ReadonlyMap<string, Identity>

/**
 * Certificates of a listener: a file for each host, and a list of HAProxy's that says which host it is for. A running
 * process gets what has changed, from its next handshake on.
 */
export class CertificateFiles {
  readonly #list: string
  readonly #folder: string
  #applied = new Map<string, string>()

  constructor(list: string, folder: string) {
    this.#list = list
    this.#folder = folder
  }

  /** Writes all files, before a process that reads them is started. */
  async write(identities: HostIdentities) {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const wanted = this.#textsOf(identities)
    await this.#removeOthers(wanted)
    for (const [host, text] of wanted) overwriteFile(this.#pathOf(host), text)
    // The first in the list is the default.
    const hosts = [...wanted.keys()].sort((one, other) => one.length - other.length)
    const lines = hosts.map((host) => `${this.#pathOf(host)} ${host || defaultName}\n`)
    overwriteFile(this.#list, lines.join(''))
    this.#applied = wanted
  }

  /** Changes what differs in the running process. */
  async apply(api: RuntimeApi, identities: HostIdentities) {
    const wanted = this.#textsOf(identities)
    for (const [host, text] of wanted) {
      const before = this.#applied.get(host)
      if (before === text) continue
      if (before === undefined) await this.#add(api, host, text)
      else await this.#set(api, host, text)
      this.#applied.set(host, text)
    }
    for (const host of [...this.#applied.keys()]) {
      if (wanted.has(host) || host === '') continue
      const path = this.#pathOf(host)
      await api.run(`del ssl crt-list ${this.#list} ${path}`)
      await api.run(`del ssl cert ${path}`)
      this.#applied.delete(host)
    }
  }

  async #removeOthers(wanted: ReadonlyMap<string, string>) {
    const paths = new Set([...wanted.keys()].map((host) => this.#pathOf(host)))
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      if (!paths.has(path)) await rm(path, { force: true })
    }
  }

  async #add(api: RuntimeApi, host: string, text: string) {
    const path = this.#pathOf(host)
    await api.run(`new ssl cert ${path}`)
    await this.#set(api, host, text)
    await api.runWith(`add ssl crt-list ${this.#list}`, `${path} ${host || defaultName}`)
  }

  async #set(api: RuntimeApi, host: string, text: string) {
    const path = this.#pathOf(host)
    await api.runWith(`set ssl cert ${path}`, text)
    await api.run(`commit ssl cert ${path}`)
  }

  #pathOf(host: string): string {
    const name = createHash('sha256').update(host).digest('hex').slice(0, 32)
    return join(this.#folder, `${name}.pem`)
  }

  /** A certificate that HAProxy could not load would keep it from starting. */
  #textsOf(identities: HostIdentities): Map<string, string> {
    const texts = new Map<string, string>()
    for (const [host, { certificate, key }] of identities) {
      if (host !== '' && !hostPattern.test(host)) continue
      const text = `${certificate.trim()}\n${key.trim()}\n`
      if (this.#applied.get(host) === text || isUsable(certificate, key)) texts.set(host, text)
    }
    return texts
  }
}

function isUsable(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}
