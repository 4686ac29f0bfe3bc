import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultInterface, maxPacket } from './packet-size.ts'

const head = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n'
const route = (name: string, address: string, metric: number, mask: string) =>
  `${name}\t${address}\t010200C0\t0003\t0\t0\t${metric}\t${mask}\t0\t0\t0\n`

test('the way out is the default route that the machine prefers', () => {
  const table = [
    route('wlan0', '00000000', 600, '00000000'),
    route('tun0', '00000000', 50, '00000080'),
    route('eth0', '00000000', 100, '00000000'),
    route('eth0', '000200C0', 0, '00FFFFFF'),
  ]
  assert.equal(defaultInterface(head + table.join('')), 'eth0')
  assert.equal(defaultInterface(head), undefined)
})

test('a packet is never larger than what a cable carries', async () => {
  const size = await maxPacket()
  assert.ok(size >= 68 && size <= 1500, String(size))
})
