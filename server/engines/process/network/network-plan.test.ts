import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  attachmentOf,
  defaultInterface,
  maxPacket,
  networkNames,
  vethBatch,
} from './network-plan.ts'

test('network plan: interface names are short enough and unique per platform and instance', () => {
  const long = 'x'.repeat(100)
  const all = ['aaaaaaaa', 'bbbbbbbb'].flatMap((mark) => [
    networkNames(mark).bridge,
    attachmentOf(mark, 'one', '').veth,
    attachmentOf(mark, long, '').veth,
  ])
  assert.equal(new Set(all).size, all.length)
  for (const name of all) assert.ok(name.length <= 15, name)
})

test('a veth ends in an isolated port of the bridge', () => {
  const attachment = attachmentOf('0a1b2c3d', 'one', '10.128.16.2')
  const batch = vethBatch(networkNames('0a1b2c3d'), attachment)
  assert.match(
    batch,
    /^link add b0a1b2c\w{8} type veth peer name eth0 address 02:62:0a:80:10:02 netns berth-0a1b2c3d-\w{12}$/m,
  )
  assert.match(batch, /^link set dev b0a1b2c\w{8} type bridge_slave isolated on$/m)
})

const head = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n'
const route = (name: string, address: string, metric: number, mask: string) =>
  `${name}\t${address}\t010200C0\t0003\t0\t0\t${metric}\t${mask}\t0\t0\t0\n`

test('MTU: is taken from the interface of the preferred default route', () => {
  const table = [
    route('wlan0', '00000000', 600, '00000000'),
    route('tun0', '00000000', 50, '00000080'),
    route('eth0', '00000000', 100, '00000000'),
    route('eth0', '000200C0', 0, '00FFFFFF'),
  ]
  assert.equal(defaultInterface(head + table.join('')), 'eth0')
  assert.equal(defaultInterface(head), undefined)
})

test('a packet is never larger than what a veth carries', async () => {
  const size = await maxPacket()
  assert.ok(size >= 68 && size <= 1500, String(size))
})
