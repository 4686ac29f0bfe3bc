import type { Source } from '#platform/model/hosting/deployments/source.ts'

/**
 * What is read from a source here, in the server's own thread. The slowest of the parsers takes a second for each megabyte, so that this keeps
 * the thread for less time than a worker takes to start.
 */
const maxLength = 128 * 1024

/** A source whose texts are short together. */
export interface ShortTexts {
  source: Source
  /** Whether more was read than there may be; nothing that was concluded from this source counts. */
  isExceeded(): boolean
}

class LongTextError extends Error {}

export function shortTextsOf(source: Source): ShortTexts {
  let left = maxLength
  return {
    isExceeded: () => left < 0,
    source: {
      commit: source.commit,
      list: (folder) => source.list(folder),
      extract: (folder, signal) => source.extract(folder, signal),
      async read(path) {
        const text = await source.read(path)
        left -= text?.length ?? 0
        if (left < 0) throw new LongTextError(`${path} is too long to be read here`)
        return text
      },
    },
  }
}
