import { readFileSync } from 'node:fs'

/** Bytes so far, as seen from inside the namespace. */
export interface InterfaceTraffic {
  receivedBytes: number
  sentBytes: number
}

/**
 * Parses `/proc/net/dev`. The names are those of the machine's ends of veths: what they receive, the namespace has sent.
 */
export function parseInterfaces(text: string): Map<string, InterfaceTraffic> {
  const found = new Map<string, InterfaceTraffic>()
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon < 0) continue
    const counters = line
      .slice(colon + 1)
      .trim()
      .split(/\s+/)
    const [sentBytes, receivedBytes] = [Number(counters[0]), Number(counters[8])]
    if (Number.isNaN(sentBytes) || Number.isNaN(receivedBytes)) continue
    found.set(line.slice(0, colon).trim(), { receivedBytes, sentBytes })
  }
  return found
}

export const readInterfaces = () => parseInterfaces(readFileSync('/proc/net/dev', 'utf8'))
