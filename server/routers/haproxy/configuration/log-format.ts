import type { Configuration } from './configuration.ts'
import { type VisitExpressions, visitExpressions } from './visit.ts'

/** Longer paths are cut before they are logged, so that a line fits into one write to a pipe (4096 bytes). */
const maxPath = 1024
const maxHost = 253

/**
 * Lines of JSON. Values of visitors pass `json(ascii)`, which escapes each byte that is not a printable character, so
 * that they end neither their string nor their line.
 */
export const logFormats = {
  http: (configuration: Configuration) => jsonLine(requestFields(visitExpressions(configuration))),
  /** Of a TCP port, whose application is in the configuration. */
  tcp: (applicationId: string) =>
    jsonLine({
      application: `"${applicationId}"`,
      server: '"%s"',
      id: '"%ID"',
      peer: '"%ci"',
      peerPort: '%cp',
      local: '"%[dst]"',
      localPort: '"%[dst_port]"',
      received: '%U',
      sent: '%B',
    }),
}

function requestFields({ source, secure, id }: VisitExpressions): Record<string, string> {
  return {
    application: quoted('var(txn.app)'),
    server: '"%s"',
    status: '%ST',
    termination: '"%ts"',
    method: quoted('method,bytes(0,32),json(ascii)'),
    host: quoted(`var(txn.host),bytes(0,${maxHost}),json(ascii)`),
    path: quoted(`var(txn.path),bytes(0,${maxPath + 1}),json(ascii)`),
    id: quoted(id),
    source: quoted(source),
    peer: '"%ci"',
    peerPort: '%cp',
    local: '"%[dst]"',
    localPort: '"%[dst_port]"',
    secure: quoted(secure),
    milliseconds: '%Ta',
    received: '%U',
    sent: '%B',
    requestLength: quoted('var(txn.length),bytes(0,20),json(ascii)'),
    requestSizes: quoted('var(txn.sizes)'),
    responseLength: quoted('var(txn.reslength),bytes(0,20),json(ascii)'),
    responseSizes: quoted('var(txn.ressizes)'),
  }
}

function quoted(expression: string): string {
  return `"%[${expression}]"`
}

function jsonLine(fields: Record<string, string>): string {
  return `'{${Object.entries(fields)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}'`
}
