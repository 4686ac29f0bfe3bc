import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Stack traces name the sources instead of the bundle. Source maps are read when the first stack trace is: Node's own support reads all
 * of them at the start, which takes an eighth of it and 14 MB.
 */
export function showSourcePositions(bundle: string): void {
  const folder = new URL('.', bundle).href
  const inBundle = new RegExp(`(${RegExp.escape(folder)}[^:()]+):(\\d+):(\\d+)`)
  const maps = new Map<string, SourceMap | undefined>()
  const mapOf = (url: string) => {
    if (!maps.has(url)) maps.set(url, readMap(url))
    return maps.get(url)
  }
  const positionOf = (url: string, line: number, column: number): string | undefined => {
    const origin = mapOf(url)?.findOrigin(line, column)
    if (!origin || !('fileName' in origin)) return undefined
    const { fileName, lineNumber, columnNumber } = origin
    return `${new URL(fileName, url).href}:${lineNumber}:${columnNumber}`
  }
  Error.prepareStackTrace = (error, sites) =>
    [
      headOf(error),
      ...sites.map((site) =>
        `    at ${site}`.replace(
          inBundle,
          (place, url, line, column) => positionOf(url, Number(line), Number(column)) ?? place,
        ),
      ),
    ].join('\n')
}

/** Name, code and message. */
function headOf(error: Error): string {
  try {
    return String(error)
  } catch {
    return error.name
  }
}

function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')))
  } catch {
    // Another build has taken its place long ago.
    return undefined
  }
}
