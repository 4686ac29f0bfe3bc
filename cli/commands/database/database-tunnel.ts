import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { defineCommand } from '#cli/define-command.ts'
import { orgOption } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { Refusal } from '#cli/refusal.ts'
import { resolveAddon } from '#cli/resolve/addon.ts'
import { printable } from '#cli/terminal/printable.ts'
import type { Client } from '#client/client.ts'
import type { AddonAddress } from '#client/resources/marketplace/addons.ts'
import { databaseRequest } from '#client/resources/terminals.ts'

export const databaseTunnel = defineCommand({
  words: 'database tunnel',
  summary: 'Forward a local port to a database',
  description:
    'For a client on this machine: it connects to the port at 127.0.0.1, with the user and the password of the add-on. The command runs until Ctrl-C.',
  arguments: [{ name: 'addon', summary: 'add-on id, real id or name' }],
  options: {
    port: { type: 'string', value: 'number', summary: 'Local port (default: a free one)' },
    ...orgOption,
  },
  examples: ['berth database tunnel db', 'berth database tunnel db --port 5433'],
  async handle(context) {
    const { terminal, output, options, args } = context
    const port = Number(options.port ?? 0)
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new Refusal(`'${printable(options.port ?? '')}' is not a port.`)
    const { client } = await openSession(context)
    const address = resolveAddon(await client.summary.get(), args.addon, options.org)
    const { state } = await client.addons.get(address)
    if (state !== 'ready') throw new Refusal(`${printable(address.name)} is ${state}.`)
    const say = (sentence: string) => terminal.err(`${printable(sentence)}\n`)
    const sockets = new Set<Socket>()
    const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      forward(client, address, socket, say)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      throw new Refusal(`Port ${port} cannot be opened here (${error.code}).`)
    })
    const place = server.address()
    const local = typeof place === 'object' && place ? place.port : port
    output.print(
      { host: '127.0.0.1', port: local },
      () => `127.0.0.1:${local} leads to ${printable(address.name)}. Ctrl-C ends it.`,
    )
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    server.close()
    for (const socket of sockets) socket.destroy()
    return 0
  },
})

/** Passes a local connection on as a session of its own. */
function forward(
  client: Client,
  address: AddonAddress,
  socket: Socket,
  say: (sentence: string) => void,
): void {
  const session = client.terminals.open(databaseRequest(address, 'tunnel'), {
    onNote: say,
    onOutput: (_, bytes) =>
      new Promise<void>((resolve) => {
        if (socket.writable && !socket.write(bytes)) {
          socket.once('drain', resolve)
          socket.once('close', () => resolve())
        } else resolve()
      }),
  })
  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes: Buffer) => {
    socket.pause()
    void session.write(new Uint8Array(bytes)).then(
      () => socket.resume(),
      () => socket.destroy(),
    )
  })
  socket.once('end', () => session.endInput())
  socket.once('close', () => session.close())
  void session.ended
    .then((end) => {
      if ('code' in end) return socket.destroySoon()
      say(end.error)
      socket.destroy()
    })
    .catch((error: Error) => {
      say(error.message)
      socket.destroy()
    })
}
