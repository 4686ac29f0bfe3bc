import { createWorker, type Worker } from '#kit/concurrency/worker.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import { leadRound } from '#platform/model/claims.ts'
import type { Platform } from '#platform/overview/platform.ts'
import { gatherReport, isEmpty, type OutdatedReport } from './gather-report.ts'

const week = 7 * 86_400_000
/** While there is nothing to say. */
const lookAgain = 6 * 3_600_000
const name = 'weekly report'
const maxLines = 20

type Context = Pick<
  Platform,
  | 'store'
  | 'clock'
  | 'times'
  | 'policies'
  | 'mailWorker'
  | 'outdatedApplications'
  | 'toolchains'
  | 'operation'
>

export interface WeeklyReportOptions {
  platform: () => Context
  onBug: (error: unknown) => void
}

/** Mails the operators once a week what is outdated, from one of the servers. */
export function createWeeklyReportWorker({ platform, onBug }: WeeklyReportOptions): Worker {
  return createWorker({
    async run() {
      if (!platform().policies.hasWeeklyReport) return undefined
      return leadRound(platform().store.claims, name, () => sendWhenDue(platform()))
    },
    onError: onBug,
  })
}

/** Milliseconds until the next look. */
async function sendWhenDue(platform: Context): Promise<number> {
  const { store, clock, times } = platform
  const sentAt = await store.operatorMails.lastSent(name)
  // Whoever has just installed or upgraded the platform knows how old it is.
  if (sentAt === undefined) {
    await store.operatorMails.noteSent(name, clock())
    return week
  }
  const left = times.until(name, sentAt + week, week)
  if (left > 0) return left
  const report = await gatherReport(platform)
  if (isEmpty(report)) return lookAgain
  await send(platform, report)
  return week
}

/** The mails and the note that they were sent are one transaction. */
async function send(platform: Context, report: OutdatedReport): Promise<void> {
  const { store, clock, policies, mailWorker } = platform
  const { applications, tools, packages, problem } = report
  const knows = {
    ...listed('applications', applications),
    ...listed('tools', tools),
    ...listed('packages', packages),
    problem: problem ?? '',
  }
  await store.transaction(async (inside) => {
    for (const to of policies.operators)
      await post({ ...platform, store: inside }, 'outdated-report', to, knows)
    await inside.operatorMails.noteSent(name, clock())
  })
  mailWorker.wake()
}

/** The first lines under a name, with the number of all. */
const listed = (key: string, lines: readonly unknown[]) => ({
  [key]: JSON.stringify(lines.slice(0, maxLines)),
  [`${key}Count`]: String(lines.length),
})
