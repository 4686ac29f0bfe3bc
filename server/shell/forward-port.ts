import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const script = readFileSync(join(import.meta.dirname, 'forward.pl'), 'utf8')

/** Hosts by which a client means the instance itself. */
const ownHosts = new Set(['127.0.0.1', 'localhost', '::1'])

/** The command that connects to a port of an instance; `undefined` for any other destination. */
export function forwardCommand(host: string, port: number): [string, ...string[]] | undefined {
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536
  if (!ownHosts.has(host) || !isPort) return undefined
  return ['/usr/bin/perl', '-e', script, host, String(port)]
}
