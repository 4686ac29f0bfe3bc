/** Arithmetic in the field of 256 elements that QR codes use, whose modulus is x⁸ + x⁴ + x³ + x² + 1. */
const exponents = new Uint8Array(255)
const logarithms = new Uint8Array(256)
for (let power = 0, value = 1; power < 255; power++) {
  exponents[power] = value
  logarithms[value] = power
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0)
}

const at = (bytes: Uint8Array, position: number) => bytes[position] ?? 0

function multiply(a: number, b: number): number {
  if (a === 0 || b === 0) return 0
  return at(exponents, (at(logarithms, a) + at(logarithms, b)) % 255)
}

/** The coefficients below the highest of (x - 2⁰)(x - 2¹)…, highest first. */
function generator(degree: number): Uint8Array {
  let product = Uint8Array.of(1)
  for (let root = 0; root < degree; root++) {
    const next = new Uint8Array(product.length + 1)
    product.forEach((coefficient, position) => {
      next[position] = at(next, position) ^ coefficient
      next[position + 1] = multiply(coefficient, at(exponents, root))
    })
    product = next
  }
  return product.subarray(1)
}

/** What a block carries beside its own bytes, so that damage can be mended: the remainder of a division. */
export function correction(block: Uint8Array, length: number): Uint8Array {
  const divisor = generator(length)
  const remainder = new Uint8Array(length)
  for (const byte of block) {
    const factor = byte ^ at(remainder, 0)
    remainder.copyWithin(0, 1)
    remainder[length - 1] = 0
    divisor.forEach((coefficient, position) => {
      remainder[position] = at(remainder, position) ^ multiply(coefficient, factor)
    })
  }
  return remainder
}
