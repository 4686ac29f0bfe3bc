import type { DeploymentSummary } from '#client/resources/applications/deployments.ts'
import type { Release } from '#client/resources/applications/releases.ts'
import type { InvoiceSummary } from '#client/resources/billing/invoices.ts'
import type { DocumentationPage } from '#client/resources/platform.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { commandTexts as texts } from '#console/texts/en/commands.ts'
import type { OwnedApplication } from './application-commands.ts'
import type { Command } from './command.ts'

const maxLength = 80
const { groups } = texts

/** First line of a message, short enough for a line of the palette. */
function headline(message: string | undefined): string {
  const line = (message ?? '').split('\n', 1)[0]?.trim() ?? ''
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}

const short = (commit: string) => commit.slice(0, 8)

/** Each release but the live one can be started again. */
export const rollbackCommands = (
  { owner, application: { id, name } }: OwnedApplication,
  releases: readonly Release[],
): Command[] =>
  releases
    .filter(({ state }) => state !== 'LIVE')
    .map(({ number, deploymentId, commit, commitSummary }) => ({
      id: `${id}-release-${number}`,
      group: groups.releases,
      label: texts.ofApplication(name, texts.release(number)),
      detail: `${short(commit)} ${headline(commitSummary?.message)}`.trim(),
      keywords: `${commit} ${texts.taskKeywords.rollback}`,
      effect: {
        kind: 'task',
        task: {
          kind: 'rollback',
          application: { ownerId: owner.id, id, name },
          release: { number, deploymentId, commit },
        },
      },
    }))

/** Commits by their number or their message; each leads to its newest deployment. */
export function commitCommands(
  { owner, application: { id, name } }: OwnedApplication,
  deployments: readonly DeploymentSummary[],
): Command[] {
  const newest = new Map<string, DeploymentSummary>()
  for (const each of deployments)
    if (each.commit !== '' && !newest.has(each.commit)) newest.set(each.commit, each)
  return [...newest.values()].map(({ commit, commitSummary, uuid, id: number }) => ({
    id: `${id}-commit-${commit}`,
    group: groups.commits,
    label: texts.commit(name, short(commit), headline(commitSummary?.message)),
    detail: texts.deployment(number),
    keywords: `${commit} ${commitSummary?.author ?? ''}`,
    effect: { kind: 'page', to: addressOf.deployment({ ownerId: owner.id, id }, uuid) },
  }))
}

export const invoiceCommands = (owner: Owner, invoices: readonly InvoiceSummary[]): Command[] =>
  invoices.map(({ invoice_number: number, type, emission_date: date }) => ({
    id: `invoice-${number}`,
    group: groups.invoices,
    label: type === 'CREDITNOTE' ? texts.creditNote(number) : texts.invoice(number),
    detail: `${date.slice(0, 10)} · ${owner.name}`,
    effect: { kind: 'page', to: addressOf.invoice(owner.id, number) },
  }))

export const documentationCommands = (pages: readonly DocumentationPage[]): Command[] =>
  pages.map(({ address, title, section }) => ({
    id: `docs-${address}`,
    group: groups.documentation,
    label: title,
    detail: section,
    keywords: 'documentation docs help guide',
    effect: { kind: 'documentation', path: address },
  }))
