import { compare } from '#kit/text/versions.ts'
import type { Toolchains } from '#platform/model/hosting/toolchains/toolchains.ts'
import { Refusal } from '#platform/model/refusal.ts'

const newest = new Map([['node 22', '22.23.3']])
const security = new Map([['node 22', '22.22.0']])
const ends = new Map([['node 18', '2025-04-30']])
const lineOf = ({ name, version }: { name: string; version: string }) =>
  `${name} ${version.split('.')[0]}`

/** Tools of a server that has one, of which there is a newer release; a refresh always succeeds. */
export function fakeToolchains(): Toolchains {
  let attempt: { date: number; problem: null } | null = null
  let isThere = true
  return {
    status: () => ({
      origin: attempt ? 'refreshed' : 'shipped',
      date: attempt?.date ?? Date.parse('2026-11-18T00:00:00.000Z'),
      interval: null,
      lastAttempt: attempt,
      problems: [],
      notes: [],
    }),
    async refresh() {
      attempt = { date: Date.now(), problem: null }
    },
    async fetch({ name, version }) {
      if (name !== 'node') throw new Refusal('missing', 'There is no such tool: it has node.')
      isThere = true
      return { name, version: newest.get(lineOf({ name, version })) ?? version }
    },
    async remove(tool, used) {
      if (used.some(({ version }) => version === tool.version)) return 'used'
      isThere = false
      return 'removed'
    },
    installed: async () =>
      isThere
        ? [
            {
              name: 'node',
              version: '22.20.0',
              bytes: 130_000_000,
              usedAt: Date.parse('2026-11-17T00:00:00.000Z'),
              endOfLife: '2027-04-30',
              newer: '22.23.3',
              securityRelease: '22.22.0',
            },
          ]
        : [],
    newerOfLine(tool) {
      const newer = newest.get(lineOf(tool))
      return newer === tool.version ? undefined : newer
    },
    securityRelease(tool) {
      const marked = security.get(lineOf(tool))
      return marked && compare(tool.version, marked) < 0 ? marked : undefined
    },
    endOfLife: (tool) => ends.get(lineOf(tool)),
    exactVersion: async ({ version }) => ({ version }),
    expectedVersion: async ({ version }) => version,
  }
}
