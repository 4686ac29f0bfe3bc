import { setTimeout as pause } from 'node:timers/promises'
import { printable } from '#cli/terminal/printable.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Client } from '#client/client.ts'
import { UnreachableError } from '#client/http/unreachable.ts'
import type { AddonAddress } from '#client/resources/marketplace/addons.ts'
import type { Transfer } from '#client/resources/marketplace/databases.ts'

const every = 500
const maxAttempts = 5
/** As of a program that Ctrl-C has ended. */
export const interruptedCode = 130

/** Asks again while the connection is lost: the platform knows how far it is. */
export async function persistently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof UnreachableError) || attempt === maxAttempts) throw error
      await pause(1000 * attempt)
    }
  }
}

/** Polls an import or export until its end. */
export async function followTransfer(
  client: Client,
  address: AddonAddress,
  begun: Transfer,
  onProgress: (transfer: Transfer) => void,
): Promise<Transfer> {
  let transfer = begun
  while (transfer.state === 'importing' || transfer.state === 'writing') {
    onProgress(transfer)
    await pause(every)
    transfer = await persistently(() => client.databases.transfer(address, transfer.id))
  }
  return transfer
}

/** Does the work of a transfer; Ctrl-C cancels it at the platform, and results in `undefined`. A second one does not wait. */
export async function unlessInterrupted<Result>(
  {
    client,
    address,
    terminal,
  }: { client: Client; address: AddonAddress & { name: string }; terminal: Terminal },
  { id, kind }: Pick<Transfer, 'id' | 'kind'>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  let onSignal = () => {}
  const interrupted = new Promise<'interrupted'>((resolve) => {
    onSignal = () => resolve('interrupted')
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, onSignal)
  try {
    const working = work().then((result) => ({ result }))
    const end = await Promise.race([working, interrupted])
    if (end !== 'interrupted') return end.result
    working.catch(() => {})
    await client.databases.cancelTransfer(address, id)
    terminal.err(`\nThe ${kind} of ${printable(address.name)} is cancelled.\n`)
    return undefined
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, onSignal)
  }
}
