type Pair = readonly [name: string, value: string]

const unreserved = /^[A-Za-z0-9\-._~]*$/

/** Percent-encoding of RFC 5849 §3.6, stricter than that of URLs: everything but letters, digits and `-._~`. */
export function percentEncode(text: string): string {
  if (unreserved.test(text)) return text
  const encoded = encodeURIComponent(text)
  if (!/[!'()*]/.test(encoded)) return encoded
  return encoded.replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/**
 * Signature base string of OAuth 1 (RFC 5849 §3.4.1): method, URL without query, and every decoded parameter of query,
 * form and header except the signature, sorted.
 */
export function baseString(method: string, url: string, parameters: Iterable<Pair>): string {
  const pairs: Pair[] = []
  for (const pair of parameters) pairs.push(encoded(pair))
  // Joining an array once allocates less than growing strings.
  const parts = [percentEncode(method.toUpperCase()), '&', percentEncode(url), '&']
  let separator = ''
  for (const pair of order(pairs)) {
    parts.push(separator, pair[0], '%3D', pair[1])
    separator = '%26'
  }
  return parts.join('')
}

/** Usually returns the pair itself, without an allocation. */
function encoded(pair: Pair): Pair {
  const name = encodeTwice(pair[0])
  const value = encodeTwice(pair[1])
  return name === pair[0] && value === pair[1] ? pair : [name, value]
}

/**
 * Names and values are encoded once by themselves and once as a part of the base string. The second encoding changes
 * only percent signs, which does not affect the order of two texts.
 */
function encodeTwice(text: string): string {
  if (unreserved.test(text)) return text
  return percentEncode(text).replaceAll('%', '%25')
}

/** Up to this many pairs use an insertion sort, which is faster than starting a sort. */
const few = 24

/** Sorts pairs as in RFC 5849 §3.4.1.3.2: by name, then by value. */
export function order(pairs: Pair[]): Pair[] {
  if (pairs.length > few) return pairs.sort((one, other) => (isAfter(one, other) ? 1 : -1))
  for (let next = 1; next < pairs.length; next++) {
    const pair = pairs[next] as Pair
    let at = next
    for (; at > 0 && isAfter(pairs[at - 1] as Pair, pair); at--) pairs[at] = pairs[at - 1] as Pair
    pairs[at] = pair
  }
  return pairs
}

function isAfter(one: Pair, other: Pair): boolean {
  return one[0] === other[0] ? one[1] > other[1] : one[0] > other[0]
}
