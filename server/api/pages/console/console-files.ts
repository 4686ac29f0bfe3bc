/** A file of the built console, with its compressed forms. */
export interface ConsoleFile {
  contentType: string
  etag: string
  bytes: Buffer
  brotli?: Buffer
  gzip?: Buffer
}

/** The built console in memory: a table, so that no path of a request ever reaches the file system. */
export interface ConsoleFiles {
  /** The page that all addresses of the console get; absent until it is built. */
  index(): Promise<ConsoleFile | undefined>
  /** Licences of the packages in the console and in the server; absent until it is built. */
  licences(): Promise<ConsoleFile | undefined>
  /** A file of `/assets/`, by name. */
  asset(name: string): Promise<ConsoleFile | undefined>
  /** Whether a build is going on. */
  isBuilding(): boolean
}

/** The smallest form of a file that the client accepts, and its headers. */
export function encodedFor(
  file: ConsoleFile,
  acceptEncoding: string | null,
): { bytes: Buffer; headers: Record<string, string> } {
  const accepted = acceptedEncodings(acceptEncoding ?? '')
  const headers = { 'content-type': file.contentType, vary: 'accept-encoding' }
  if (file.brotli && accepted.has('br')) {
    return { bytes: file.brotli, headers: { ...headers, 'content-encoding': 'br' } }
  }
  if (file.gzip && accepted.has('gzip')) {
    return { bytes: file.gzip, headers: { ...headers, 'content-encoding': 'gzip' } }
  }
  return { bytes: file.bytes, headers }
}

/** Encodings of an `Accept-Encoding` header without those of weight 0. */
const acceptedEncodings = (header: string): ReadonlySet<string> =>
  new Set(
    header
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((text) => text.trim()))
      .filter(([, weight = 'q=1']) => Number(weight.replace(/^q=/, '')) > 0)
      .map(([name = '']) => name),
  )
