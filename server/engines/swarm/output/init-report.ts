import type { InstanceUsage, ListeningPorts } from '#platform/model/hosting/deployments/engine.ts'

/** What `init.pl` tells the engine on standard error. */
export type InitReport =
  | { kind: 'step'; number: number }
  | { kind: 'end'; number: number; code: number }
  | { kind: 'run' }
  | { kind: 'oom' }
  | { kind: 'lines'; count: number }
  | { kind: 'listen'; sockets: ListeningPorts[] }
  | {
      kind: 'usage'
      usage: Required<
        Pick<InstanceUsage, 'cpuSeconds' | 'memoryBytes' | 'receivedBytes' | 'sentBytes'>
      >
    }

/** `undefined` for a line that is not a report, such as an error of Perl. */
export function parseReport(line: string): InitReport | undefined {
  const [kind, ...words] = line.split(' ')
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN, fourth = Number.NaN] =
    words.map(Number)
  if (kind === 'run' && words.length === 0) return { kind }
  if (kind === 'oom' && words.length === 0) return { kind }
  if (kind === 'lines' && Number.isInteger(first)) return { kind, count: first }
  if (kind === 'step' && Number.isInteger(first)) return { kind, number: first }
  if (kind === 'end' && Number.isInteger(first) && Number.isInteger(second)) {
    return { kind, number: first, code: second }
  }
  if (kind === 'listen') return { kind, sockets: words.map(socketOf) }
  if (kind === 'usage' && [first, second, third, fourth].every(Number.isFinite)) {
    const usage = {
      cpuSeconds: first,
      memoryBytes: second,
      receivedBytes: third,
      sentBytes: fourth,
    }
    return { kind, usage }
  }
  return undefined
}

function socketOf(text: string): ListeningPorts {
  const at = text.lastIndexOf(':')
  return { host: text.slice(0, at), port: Number(text.slice(at + 1)) }
}
