/** A tag, read as a version. */
export interface TagVersion {
  name: string
  /** The tag without its pre-release. */
  release: string
  /** Such as `rc.1`; empty for a release. */
  preRelease: string
  /** Decimal digits, without zeros before them. */
  numbers: readonly string[]
}

/** Numbers after whatever is before the first, then a pre-release of Semantic Versioning or of PEP 440. */
const version =
  /^\D*(\d+(?:[.-]\d+)*)(?:-([A-Za-z][\w.-]*)|[._]?((?:a|alpha|b|beta|c|rc|dev|pre)[._-]?\d*))?/i

/** Reads any tag; one without a number is before all that have one. */
export function parseVersion(name: string): TagVersion {
  const [whole = '', numbers = '', dashed, joined] = version.exec(name) ?? []
  const isPre = joined !== undefined && joined !== '' && whole.length === name.length
  const preRelease = dashed ?? (isPre ? joined : '')
  const release =
    preRelease === '' ? name : name.slice(0, whole.lastIndexOf(preRelease)).replace(/[._-]$/, '')
  const digits = numbers === '' ? [] : numbers.split(/[.-]/).map(withoutZeros)
  return { name, release, preRelease, numbers: digits }
}

/** Positive when `one` is newer. Tags of equal versions are in the order of their names, so that the result is always the same. */
export function compareVersions(one: TagVersion, other: TagVersion): number {
  return (
    compareLists(one.numbers, other.numbers) ||
    Number(one.preRelease === '') - Number(other.preRelease === '') ||
    compareLists(chunksOf(one.preRelease), chunksOf(other.preRelease)) ||
    compareText(one.name, other.name)
  )
}

function compareLists(ones: readonly string[], others: readonly string[]): number {
  for (const [index, one] of ones.entries()) {
    const other = others[index]
    if (other === undefined) return 1
    const order = compareChunks(one, other)
    if (order !== 0) return order
  }
  return ones.length - others.length
}

/** Numbers by their value, whatever their length, and before words. */
function compareChunks(one: string, other: string): number {
  const [isNumber, isOther] = [/^\d/.test(one), /^\d/.test(other)]
  if (isNumber !== isOther) return isNumber ? -1 : 1
  return (isNumber && one.length - other.length) || compareText(one, other)
}

const chunksOf = (text: string) => (text.match(/\d+|[A-Za-z]+/g) ?? []).map(withoutZeros)
const withoutZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '')
const compareText = (one: string, other: string) => Number(one > other) - Number(one < other)
