import { defineCommand } from '#cli/define-command.ts'
import { commitText } from '#cli/deployments/commit-text.ts'
import { applicationOptions } from '#cli/options.ts'
import { openSession } from '#cli/profiles/session.ts'
import { resolveApplication } from '#cli/resolve/application.ts'
import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Style, Terminal } from '#cli/terminal/terminal.ts'
import type { Release } from '#client/resources/applications/releases.ts'

export const releases = defineCommand({
  words: 'releases',
  summary: 'List the releases of an application, oldest first, and what changed in each',
  description:
    'Shows the names of variables, not their values. `kept` means that it starts without a build, `artifact gone` that it is built again.',
  options: applicationOptions,
  examples: ['berth releases', 'berth releases --format json'],
  async handle(context) {
    const { terminal, output } = context
    const { client } = await openSession(context)
    const application = await resolveApplication(client, context)
    const all = (await client.releases.list(application)).toReversed()
    output.print(all, () =>
      all.length > 0
        ? table(all.map((release) => cells(release, terminal)))
        : `${application.name} has no release yet.`,
    )
    return 0
  },
})

const states: Record<Release['state'], { text: string; style: Style }> = {
  LIVE: { text: 'live', style: 'green' },
  KEPT: { text: 'kept', style: 'reset' },
  ARTIFACT_GONE: { text: 'artifact gone', style: 'yellow' },
}

const cells = (release: Release, { paint }: Pick<Terminal, 'paint'>): string[] => {
  const { text, style } = states[release.state]
  return [
    String(release.number),
    new Date(release.date).toISOString(),
    paint(style, text),
    release.commit.slice(0, 8),
    printable(release.author.name || release.commitSummary?.author || '-'),
    printable(`${causeText(release)}: ${changesText(release)}`),
    ...(release.commitSummary ? [commitText(release.commitSummary)] : []),
  ]
}

/** A rollback to a promoted release, and its restart, say where it came from. */
const causeText = ({ cause, origin }: Release): string =>
  origin === null || cause.startsWith('Promotion ')
    ? cause
    : `${cause} (release ${origin.number} of ${origin.name})`

/** What changed since the release before: `commit; + NEW, ~ CHANGED, - GONE; recipe (start)`. */
export function changesText({ changes: { commit, variables, recipe } }: Release): string {
  const names = [
    ...variables.added.map((name) => `+ ${name}`),
    ...variables.changed.map((name) => `~ ${name}`),
    ...variables.removed.map((name) => `- ${name}`),
  ]
  const parts = [
    ...(commit ? ['commit'] : []),
    ...(names.length > 0 ? [names.join(', ')] : []),
    ...(recipe.length > 0 ? [`recipe (${recipe.join(', ')})`] : []),
  ]
  return parts.length > 0 ? parts.join('; ') : 'nothing changed'
}
