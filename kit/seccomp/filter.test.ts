import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seccompFilter } from './filter.ts'
import { refused, unimplemented } from './policy.ts'
import { auditArchitecture, lastKnownCall, type Processor, syscallNumber } from './syscalls.ts'

interface Call {
  architecture?: number
  number: number
  args?: number[]
}

/** Interprets a filter like the kernel. */
function actionFor(program: Uint8Array, { architecture = 0, number, args = [] }: Call): string {
  const view = new DataView(program.buffer)
  const data = new DataView(new ArrayBuffer(64))
  data.setUint32(0, number, true)
  data.setUint32(4, architecture, true)
  for (const [place, value] of args.entries()) {
    data.setBigUint64(16 + place * 8, BigInt(value), true)
  }
  let accumulator = 0
  for (let at = 0; at < program.length; at += 8) {
    const [code, value] = [view.getUint16(at, true), view.getUint32(at + 4, true)]
    if (code === 0x06) return nameOf(value)
    if (code === 0x20) accumulator = data.getUint32(value, true)
    else if (code === 0x54) accumulator = (accumulator & value) >>> 0
    else {
      const holds =
        (code === 0x15 && accumulator === value) ||
        (code === 0x35 && accumulator >= value) ||
        (code === 0x45 && (accumulator & value) !== 0)
      at += 8 * view.getUint8(at + (holds ? 2 : 3))
    }
  }
  throw new Error('the program has no end')
}

const nameOf = (action: number) =>
  ({ 2147418112: 'allow', 2147483648: 'kill', 327681: 'EPERM', 327718: 'ENOSYS' })[action] ??
  { 327773: 'EPROTONOSUPPORT', 327777: 'EAFNOSUPPORT' }[action] ??
  String(action)

for (const processor of ['x64', 'arm64'] as Processor[]) {
  describe(`seccomp on ${processor}`, () => {
    const program = seccompFilter(processor) ?? new Uint8Array()
    const architecture = auditArchitecture[processor]
    const numberOf = (name: Parameters<typeof syscallNumber>[0]) =>
      syscallNumber(name, processor) ?? -1
    const answer = (name: Parameters<typeof syscallNumber>[0], ...args: number[]) =>
      actionFor(program, { architecture, number: numberOf(name), args })

    test('Landlock rules, which keep deleted files on disk, cannot be created', () => {
      assert.equal(answer('landlock_create_ruleset'), 'ENOSYS')
      assert.equal(answer('landlock_add_rule'), 'ENOSYS')
    })

    test('refused calls return EPERM, unimplemented ones ENOSYS, and others are allowed', () => {
      const numbers = (names: typeof refused) =>
        names.map(numberOf).filter((number) => number !== -1)
      const denied = new Map([
        ...numbers(refused).map((number) => [number, 'EPERM'] as const),
        ...numbers(unimplemented).map((number) => [number, 'ENOSYS'] as const),
      ])
      const filtered = ['ioctl', 'socket', 'socketpair', 'clone', 'unshare', 'personality'] as const
      const byArguments = new Set(filtered.map(numberOf))
      for (let number = 0; number <= lastKnownCall; number++) {
        if (byArguments.has(number)) continue
        const expected = denied.get(number) ?? 'allow'
        assert.equal(actionFor(program, { architecture, number }), expected, String(number))
      }
    })

    test('calls newer than the list, or of another architecture, fail', () => {
      for (const number of [lastKnownCall + 1, 1000, 0x4000_0000, 0x4000_0029, 0xffff_ffff]) {
        assert.equal(actionFor(program, { architecture, number }), 'ENOSYS')
      }
      const i386 = 0x4000_0003
      assert.equal(actionFor(program, { architecture: i386, number: 1 }), 'kill')
    })

    test('sockets are Unix, Internet, or netlink route, and no others', () => {
      assert.equal(answer('socket', 1, 1, 0), 'allow')
      assert.equal(answer('socketpair', 1, 1, 0), 'allow')
      for (const family of [2, 10]) {
        assert.equal(answer('socket', family, 1 | 0x80000, 6), 'allow')
        assert.equal(answer('socket', family, 1, 262), 'allow')
        assert.equal(answer('socket', family, 2 | 0x800, 0), 'allow')
        for (const [type, protocol] of [
          [3, 1],
          [5, 0],
          [10, 0],
          [1, 132],
          [6, 33],
          [2, 136],
        ] as const) {
          assert.equal(answer('socket', family, type, protocol), 'EPROTONOSUPPORT')
        }
      }
      assert.equal(answer('socket', 16, 3, 0), 'allow')
      for (const protocol of [4, 9, 12, 15]) {
        assert.equal(answer('socket', 16, 3, protocol), 'EPROTONOSUPPORT')
      }
      const others = Array.from({ length: 64 }, (_, family) => family)
      for (const family of others.filter((family) => ![1, 2, 10, 16].includes(family))) {
        assert.equal(answer('socket', family, 1, 0), 'EAFNOSUPPORT')
        // The kernel uses 32 bits of it; higher bits must not bypass the check.
        assert.equal(answer('socket', family + 2 ** 32, 1, 0), 'EAFNOSUPPORT')
      }
    })

    test('threads and child processes are allowed, namespaces are not', () => {
      assert.equal(answer('clone', 0x3d0f00), 'allow')
      assert.equal(answer('clone', 0x1200011), 'allow')
      assert.equal(answer('unshare', 0x400), 'allow')
      for (const bit of [17, 25, 26, 27, 28, 29, 30]) {
        assert.equal(answer('clone', 2 ** bit), 'EPERM')
        assert.equal(answer('clone', 2 ** 32 + 2 ** bit + 0x11), 'EPERM')
        assert.equal(answer('unshare', 2 ** bit), 'EPERM')
      }
      assert.equal(answer('unshare', 0x80), 'EPERM')
    })

    test('terminals work, and the personality cannot be changed', () => {
      assert.equal(answer('ioctl', 0, 0x5401), 'allow')
      for (const request of [0x5412, 0x541c, 0x5423, 0x5412 + 2 ** 32]) {
        assert.equal(answer('ioctl', 0, request), 'EPERM')
      }
      assert.equal(answer('personality', 0xffff_ffff), 'allow')
      assert.equal(answer('personality', 0x4_0000), 'EPERM')
    })
  })
}

test('seccomp: there is no filter for an unknown processor', () => {
  assert.equal(seccompFilter('riscv64'), undefined)
})
