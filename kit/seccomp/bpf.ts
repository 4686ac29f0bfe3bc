/** One instruction of classic BPF (`struct sock_filter`). */
export interface Instruction {
  code: number
  /** Number of instructions to skip when the comparison holds. */
  jumpTrue: number
  /** Number to skip when it does not hold. */
  jumpFalse: number
  value: number
}

/** A sequence of instructions; a conditional block ends in a `give`. */
export type Block = readonly Instruction[]

const loadWord = 0x20
const andConstant = 0x54
const jumpEqual = 0x15
const jumpGreaterOrEqual = 0x35
const jumpAnyBit = 0x45
const returnConstant = 0x06
const instructionBytes = 8
/** A jump offset has one byte. */
const maxJump = 255

const plain = (code: number, value: number): Instruction => ({
  code,
  jumpTrue: 0,
  jumpFalse: 0,
  value,
})

/** Loads the 32-bit word at an offset of `struct seccomp_data` into the accumulator. */
export const load = (offset: number): Block => [plain(loadWord, offset)]
/** Clears the bits of the accumulator that are not in the mask. */
export const keepBits = (mask: number): Block => [plain(andConstant, mask)]
/** Ends the program with an action. */
export const give = (action: number): Block => [plain(returnConstant, action)]

/** Runs the block when the accumulator equals one of the values, otherwise continues after it. */
export function whenEqual(values: readonly number[], block: Block): Block {
  const last = values.length - 1
  return [
    ...values.map((value, place) => ({
      code: jumpEqual,
      jumpTrue: last - place,
      jumpFalse: place === last ? block.length : 0,
      value,
    })),
    ...block,
  ]
}

/** Runs the block when the accumulator differs from the value. */
export const unlessEqual = (value: number, block: Block): Block => [
  { code: jumpEqual, jumpTrue: block.length, jumpFalse: 0, value },
  ...block,
]

/** Runs the block when the accumulator is at least the value, both unsigned. */
export const whenAtLeast = (value: number, block: Block): Block => [
  { code: jumpGreaterOrEqual, jumpTrue: 0, jumpFalse: block.length, value },
  ...block,
]

/** Runs the block when the accumulator has any of the bits. */
export const whenAnyBit = (bits: number, block: Block): Block => [
  { code: jumpAnyBit, jumpTrue: 0, jumpFalse: block.length, value: bits },
  ...block,
]

/** The program in the kernel's format, for little-endian machines. */
export function assemble(program: Block): Uint8Array {
  const bytes = new Uint8Array(program.length * instructionBytes)
  const view = new DataView(bytes.buffer)
  for (const [place, { code, jumpTrue, jumpFalse, value }] of program.entries()) {
    if (jumpTrue > maxJump || jumpFalse > maxJump) throw new Error('a jump of BPF is too far')
    const at = place * instructionBytes
    view.setUint16(at, code, true)
    view.setUint8(at + 2, jumpTrue)
    view.setUint8(at + 3, jumpFalse)
    view.setUint32(at + 4, value >>> 0, true)
  }
  return bytes
}
