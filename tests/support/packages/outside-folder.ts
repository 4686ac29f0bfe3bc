import { fileURLToPath } from 'node:url'
import { openOutsideWorld } from '#tests/support/servers/outside-world.ts'

/** A server outside of this machine with the files of a folder. */
export interface OutsideFolder extends AsyncDisposable {
  /** Has no slash at its end. */
  address: string
  /** Paths that were asked for, in order. */
  asked(): Promise<string[]>
}

export async function serveOutside(folder: string): Promise<OutsideFolder> {
  const program = fileURLToPath(new URL('folder-server-main.ts', import.meta.url))
  const world = await openOutsideWorld({
    args: [program],
    environment: { SERVED: folder },
    port: 8808,
  })
  const address = `http://${world.address.host}:${world.address.port}`
  return {
    address,
    asked: async () => (await (await fetch(`${address}/asked`)).text()).split('\n').filter(Boolean),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}
