import { readFile, rename } from 'node:fs/promises'
import { writeDurably } from '#kit/files/durable-file.ts'
import type { Route } from '#platform/deployments/traffic.ts'
import type { Identities } from '#routers/node/router-commands.ts'

/** State that survives a crash of the router. */
export interface RouterState {
  routes: Route[]
  identities: Identities
}

const file = 'table.json'

/** Stores the router's state in a file of the current folder. Changes are serialised. */
export class SavedState {
  #state: RouterState
  #text: string
  #last: Promise<void> = Promise.resolve()

  private constructor(text: string, state: RouterState) {
    this.#text = text
    this.#state = state
  }

  static async read(): Promise<SavedState> {
    const text = await readFile(file, 'utf8').catch(ifMissing('{"routes":[],"identities":{}}'))
    try {
      return new SavedState(text, JSON.parse(text))
    } catch {
      await rename(file, `${file}.unreadable`)
      console.error(`${file} cannot be read; it was put aside and the router begins without routes`)
      return new SavedState('', { routes: [], identities: {} })
    }
  }

  get current(): RouterState {
    return this.#state
  }

  /** Saves a changed state, then calls `applyState` with it. */
  change(
    change: (state: RouterState) => RouterState,
    applyState: (state: RouterState) => void,
  ): Promise<void> {
    const turn = this.#last.then(async () => {
      const state = change(this.#state)
      const text = JSON.stringify(state)
      if (text !== this.#text) await writeDurably(file, text)
      this.#text = text
      this.#state = state
      applyState(state)
    })
    this.#last = turn.catch(() => {})
    return turn
  }
}

const ifMissing = (text: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return text
  throw error
}
