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
 * The text that an HMAC method of OAuth 1 signs (RFC 5849 §3.4.1): method, URL without query, and every decoded parameter
 * of query, form and header but the signature itself, in order.
 */
export function baseString(method: string, url: string, parameters: Iterable<Pair>): string {
  const pairs: Pair[] = []
  for (const pair of parameters) pairs.push(encoded(pair))
  // Parts that are joined once leave less behind than texts that grow.
  const parts = [percentEncode(method.toUpperCase()), '&', percentEncode(url), '&']
  let separator = ''
  for (const pair of order(pairs)) {
    parts.push(separator, pair[0], '%3D', pair[1])
    separator = '%26'
  }
  return parts.join('')
}

/** Mostly the pair itself, so that nothing new is made. */
function encoded(pair: Pair): Pair {
  const name = encodeTwice(pair[0])
  const value = encodeTwice(pair[1])
  return name === pair[0] && value === pair[1] ? pair : [name, value]
}

/**
 * Names and values are encoded once as such and once as a part of the base string. The second time adds something to
 * percent signs only, which changes nothing about the order of two texts.
 */
function encodeTwice(text: string): string {
  if (unreserved.test(text)) return text
  return percentEncode(text).replaceAll('%', '%25')
}

/** Up to so many are put in order where they are: a sort would take longer to begin than to do it. */
const few = 24

/** Puts pairs in the order of RFC 5849 §3.4.1.3.2: by name, then by value. */
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
