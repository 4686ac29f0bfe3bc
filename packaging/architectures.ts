/** A processor that releases are made for, by the names that Node, Debian and containers have for it. */
export interface Architecture {
  node: 'x64' | 'arm64'
  debian: 'amd64' | 'arm64'
}

export const architectures: readonly Architecture[] = [
  { node: 'x64', debian: 'amd64' },
  { node: 'arm64', debian: 'arm64' },
]
