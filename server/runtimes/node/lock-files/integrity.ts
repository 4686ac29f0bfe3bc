/**
 * Whether a hash pins content: exactly one sha512, written in full. Weaker ones are refused as well: npm verifies the strongest
 * algorithm that it knows of, so beside a sha256 of the lock file it would follow a sha512 of the registry's metadata.
 * Two hashes would let either content in, and an empty or cut one is not verified at all.
 */
export const isStrongIntegrity = (integrity: unknown): integrity is string =>
  typeof integrity === 'string' && /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)

/** Addresses below these hosts are read as Git repositories by package managers, which verify no hash of those. */
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

/** Whether an address is that of an archive: the host does not matter, because the hash decides. */
export function isArchiveAddress(address: unknown): address is string {
  if (typeof address !== 'string' || !/^https?:\/\//.test(address)) return false
  if (!URL.canParse(address)) return false
  const { hostname, pathname } = new URL(address)
  return !codeHosts.has(hostname) && !pathname.endsWith('.git')
}
