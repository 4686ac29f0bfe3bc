/** Encodings that are served, the best first, with the extension of files that are compressed already. */
const encodings = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const

export type Encoding = (typeof encodings)[number]

/** Encodings that an `Accept-Encoding` header allows, in our order: each of them is better than none. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight))
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  return encodings.filter(({ name }) => weightOf(name) > 0)
}

/** Types that compression makes smaller; pictures, videos and archives are compressed already. */
const compressible = [
  /^text\//,
  /^font\/(ttf|otf|collection)$/,
  /^image\/(svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)$/,
  /^application\/(.+\+)?(json|xml)$/,
  /^application\/(javascript|x-javascript|wasm|x-ndjson|vnd\.ms-fontobject)$/,
]

export function isCompressible(type: string): boolean {
  const essence = type.split(';', 1)[0] ?? ''
  return compressible.some((pattern) => pattern.test(essence))
}
