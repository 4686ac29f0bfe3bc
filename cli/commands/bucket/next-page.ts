import { type FilePath, filePath, shownPath, textOfPath } from '#protocol/files/file-path.ts'

/** What `bucket ls` was asked for. */
export interface ListedPage {
  addon: string
  path: FilePath
  limit: number
  org?: string | undefined
}

/**
 * The command for the names after this one, to be pasted into a shell: whoever writes into a bucket chooses the names in it, and
 * none of them may end a word there.
 */
export function nextPage({ addon, path, limit, org }: ListedPage, next: FilePath): string {
  const isText = [path, next].every((each) => filePath(shownPath(each)) === each)
  const asTyped = isText ? textOfPath : (each: FilePath) => each
  return [
    ...['berth', 'bucket', 'ls', `--limit=${limit}`, `--after=${asTyped(next)}`],
    ...(isText ? [] : ['--encoded']),
    ...(org === undefined ? [] : [`--org=${org}`]),
    ...['--', addon, ...(path === '' ? [] : [asTyped(path)])],
  ]
    .map(shellWord)
    .join(' ')
}

/** A word for a POSIX shell, as it is: quotes keep all but themselves. */
const shellWord = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
