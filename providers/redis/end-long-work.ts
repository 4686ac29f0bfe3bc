import type { Server } from './server.ts'

/**
 * Ends a script or function that holds up its server: others are answered with BUSY meanwhile. One that has written
 * cannot be ended alone, nor can a single command that takes too long; then the server is to be restarted, which is one
 * customer's alone. Whether it is.
 */
export async function endLongWork(server: Server): Promise<'fine' | 'ended' | 'restart'> {
  const answer = await server.ping()
  if (answer === 'silent') return 'restart'
  if (answer !== 'busy') return 'fine'
  for (const kind of ['SCRIPT', 'FUNCTION']) {
    const said = await server.ask(kind, 'KILL').catch(({ message }: Error) => message)
    if (/^OK/.test(said)) return 'ended'
    if (/UNKILLABLE/.test(said)) return 'restart'
  }
  return 'fine'
}
