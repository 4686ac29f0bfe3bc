const revalidated = 'public, max-age=0, must-revalidate'
const immutable = 'public, max-age=31536000, immutable'

/**
 * Browsers ask again for every file, which costs a 304, except for names that change with their content: those with a hash in
 * hexadecimal (`app.3f9a0c12.js`), and everything below the folders that the owner named.
 */
export function cacheControl(path: string, immutableFolders: readonly string[]): string {
  if (path.endsWith('.html')) return revalidated
  const isNamed = immutableFolders.some((folder) => path.startsWith(`${folder}/`))
  return isNamed || hasHash(path) ? immutable : revalidated
}

/** Digits alone are a date and letters alone a word, so a hash has both. */
function hasHash(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name
    .split(/[.-]/)
    .slice(1, -1)
    .some((part) => /^[0-9a-f]{8,64}$/.test(part) && /\d/.test(part) && /[a-f]/.test(part))
}
