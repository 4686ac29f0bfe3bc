/**
 * Upper bounds that hold for the platform as a whole: ratios to a reference of the same run, or values in the unit of the name. Other budgets stand
 * with their benchmark.
 */
export const goals = {
  /** From a push to the first response of the new version, compared with the same steps by hand. */
  push: {
    codeOnly: 1.6,
    otherDependencies: 1.1,
    /** A new project of a framework, compared with its build and start in a warm checkout. */
    framework: 1.3,
    /** An application in another language, compared with its build and start in a warm checkout; those that compile for long have less to add. */
    language: { quick: 2, compiled: 1.2 },
    nothingDownloaded: { npm: 1.1, pnpm: 1.1, bun: 1.5 },
  },
  /** CPU time, compared with a bare Node server that sends the same response. */
  signedCall: { PLAINTEXT: 2, 'HMAC-SHA1': 2.2, 'HMAC-SHA512': 2.5 },
  /** CPU time of a proxied request, compared with nginx; its latency among idle visitors, compared with none of them. */
  router: {
    plain: 4,
    withAccessLog: 4.5,
    http2: 4,
    megabytesMinuteAfterLoad: 50,
    p99AmongIdle: 2,
    /** What each capability takes of a request. */
    capabilityMicroseconds: 1,
  },
  haproxy: { plain: 1.3 },
  /** To the first answer of the API; the ratio to that of a bare Node server. */
  start: { ratio: 3, emptyFolderMilliseconds: 1000, laterMilliseconds: 600 },
  idleMegabytes: 200,
  /** From the order of an add-on to its variables, compared with the provider's own time. */
  order: 1.1,
  /** The cost of one application among many, compared with one among few; memory of the server. */
  growth: { perApplication: 1.2, megabytesPerApplication: 0.1 },
  /** Scripts of the first view. */
  console: { kilobytes: 120, requests: 12 },
} as const
