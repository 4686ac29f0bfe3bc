import { overwriteFile } from '#kit/files/overwrite-file.ts'
import type { RuntimeApi } from './runtime-api.ts'

/** Entries per command: a payload has to fit into a buffer of HAProxy. */
const maxBatchBytes = 32 * 1024

/** A map of HAProxy: its file, from which a new process reads it, and the same in a running one. */
export class MapFile {
  readonly #path: string
  readonly #isOrdered: boolean
  #applied = new Map<string, string>()

  /** In an ordered map HAProxy takes the first entry that matches, so that it is always replaced as a whole. */
  constructor(path: string, { isOrdered = false } = {}) {
    this.#path = path
    this.#isOrdered = isOrdered
  }

  /** Writes the file, before a process that reads it is started. */
  write(entries: ReadonlyMap<string, string>) {
    overwriteFile(this.#path, lines(entries))
    this.#applied = new Map(entries)
  }

  /** Changes what differs in the running process. */
  async apply(api: RuntimeApi, entries: ReadonlyMap<string, string>) {
    if (this.#isOrdered) await this.#replace(api, entries)
    else await this.#change(api, entries)
    this.#applied = new Map(entries)
  }

  /** Adds and changes entries in the running process, and leaves all others. */
  async extend(api: RuntimeApi, entries: ReadonlyMap<string, string>) {
    await this.apply(api, new Map([...this.#applied, ...entries]))
  }

  async #change(api: RuntimeApi, entries: ReadonlyMap<string, string>) {
    const added = new Map<string, string>()
    for (const [key, value] of entries) {
      const before = this.#applied.get(key)
      if (before === undefined) added.set(key, value)
      else if (before !== value) await api.run(`set map ${this.#path} ${key} ${value}`)
    }
    await this.#add(api, `add map ${this.#path}`, added)
    for (const key of this.#applied.keys()) {
      if (!entries.has(key)) await api.run(`del map ${this.#path} ${key}`)
    }
  }

  async #replace(api: RuntimeApi, entries: ReadonlyMap<string, string>) {
    if (lines(entries) === lines(this.#applied)) return
    const prepared = await api.ask(`prepare map ${this.#path}`)
    const version = /New version created: (\d+)/.exec(prepared)?.[1]
    if (!version) throw new Error(`HAProxy could not prepare ${this.#path}: ${prepared}`)
    await this.#add(api, `add map @${version} ${this.#path}`, entries)
    await api.run(`commit map @${version} ${this.#path}`)
  }

  async #add(api: RuntimeApi, command: string, entries: ReadonlyMap<string, string>) {
    let batch = ''
    for (const [key, value] of entries) {
      const line = `${key} ${value}\n`
      if (batch.length + line.length > maxBatchBytes) {
        await api.runWith(command, batch)
        batch = ''
      }
      batch += line
    }
    if (batch !== '') await api.runWith(command, batch)
  }
}

const lines = (entries: ReadonlyMap<string, string>) =>
  [...entries].map(([key, value]) => `${key} ${value}\n`).join('')
