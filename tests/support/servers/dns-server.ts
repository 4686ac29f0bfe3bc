import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'

const types = { A: 1, NS: 2, CNAME: 5, TXT: 16, AAAA: 28 } as const
type RecordType = keyof typeof types

export interface DnsServer extends AsyncDisposable {
  /** `127.0.0.1:port`. */
  address: string
  /** Values by name and type, such as `shop.example.org A`; a name without any does not exist. */
  records: Map<string, string[]>
  /** Questions so far, in the form of the records' keys. */
  asked: string[]
}

/** A name server on loopback that knows what a test tells it; one that is silent never answers, at all or about one type. */
export async function startDnsServer({
  isSilent = false,
}: {
  isSilent?: boolean | RecordType
} = {}): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const records: DnsServer['records'] = new Map()
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    const key = `${name} ${type}`
    asked.push(key)
    if (isSilent === true || isSilent === type) return
    const isKnown = [...records.keys()].some((one) => one.startsWith(`${name} `))
    const values = records.get(key) ?? []
    const answers = values.map((value) => answerOf(type, value))
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(answers.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    asked,
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function questionOf(query: Buffer): { name: string; type: RecordType; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const code = query.readUInt16BE(at + 1)
  const [type = 'A'] = (Object.keys(types) as RecordType[]).filter((one) => types[one] === code)
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 }
}

/** A record for the name of the question, which begins at byte 12. */
function answerOf(type: RecordType, value: string): Buffer {
  const data = dataOf(type, value)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(types[type], 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf(type: RecordType, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number))
  if (type === 'AAAA') return Buffer.from(ipaddr.parse(value).toByteArray())
  const parts = type === 'TXT' ? (value.match(/.{1,255}/gs) ?? []) : [...value.split('.'), '']
  return Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])))
}
