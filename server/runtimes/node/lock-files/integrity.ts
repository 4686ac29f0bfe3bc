/**
 * Whether an integrity value pins content: exactly one complete sha512. Weaker hashes are rejected as well: npm
 * verifies the strongest algorithm available, so beside a sha256 of the lock file it would follow a sha512 of the
 * registry's metadata. Two hashes would accept either content, and an empty or truncated one is not verified at all.
 */
export const isStrongIntegrity = (integrity: unknown): integrity is string =>
  typeof integrity === 'string' && /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)

/** Package managers treat URLs of these hosts as Git repositories, and verify no hash of them. */
const codeHosts = new Set([
  'github.com',
  'www.github.com',
  'gist.github.com',
  'gitlab.com',
  'www.gitlab.com',
  'bitbucket.org',
  'www.bitbucket.org',
  'git.sr.ht',
])

/** Whether a URL is that of an archive; the host does not matter, because the hash decides. */
export function isArchiveAddress(address: unknown): address is string {
  if (typeof address !== 'string' || !/^https?:\/\//.test(address)) return false
  if (!URL.canParse(address)) return false
  const { hostname, pathname } = new URL(address)
  return !codeHosts.has(hostname) && !pathname.endsWith('.git')
}
