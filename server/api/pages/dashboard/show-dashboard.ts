import { addonAddress } from '#api/pages/console/addresses.ts'
import { problem } from '#api/pages/field.ts'
import { form } from '#api/pages/form.ts'
import { page } from '#api/pages/page.ts'
import type { Visit } from '#api/pages/visit.ts'
import { escapeHtml } from '#kit/text/html.ts'
import type { Backup } from '#protocol/databases/backups.ts'
import type {
  ConnectionInsight,
  Insights,
  StatementInsight,
  TableInsight,
} from '#protocol/databases/insights.ts'
import { buckets } from './buckets.ts'
import { dashboardPathOf } from './dashboard-session.ts'
import { bytes, count, dateOf, milliseconds, seconds } from './figures.ts'
import { meters } from './meters.ts'
import type { Dashboard } from './read-dashboard.ts'
import { type Column, section, table, theirs } from './tables.ts'

/** Around what is shown: the visit for its forms, the address of the console, and what was just done. */
interface Around {
  visit: Visit
  console: string
  done?: string | undefined
}

/** The page. Every text of a customer is escaped, and kept from changing the direction of what is around it. */
export function dashboardOf(shown: Dashboard, around: Around): string {
  const { addon, insights, lastError } = shown
  const act = (action: string, label: string, hidden: Record<string, string> = {}) =>
    form(around.visit, dashboardPathOf(addon.id), `<button>${escapeHtml(label)}</button>`, {
      ...hidden,
      action,
    })
  const body = [
    around.done ? `<p class="done" role="status">${escapeHtml(around.done)}</p>` : '',
    heading(shown),
    lastError === undefined ? '' : problem(lastError),
    insights ? sectionsOf(insights, act) : '',
    (insights && !insights.buckets) || shown.backups.length > 0
      ? backupsOf(shown, around, act)
      : '',
    factsOf(shown),
  ]
  return page(addon.name, body.join('\n'), 'wide')
}

type Act = (action: string, label: string, hidden?: Record<string, string>) => string

function heading({ addon, provider, plan, insights, readAt }: Dashboard): string {
  const server = insights && [
    insights.version && `version ${insights.version}`,
    ...(insights.uptimeSeconds === undefined ? [] : [`up for ${seconds(insights.uptimeSeconds)}`]),
  ]
  const words = [provider, plan, addon.zone, ...(server ?? [])].filter(Boolean)
  return `<div class="top"><p class="hint">${words.map(escapeHtml).join(' · ')}</p>
<p class="hint">As of ${dateOf(readAt)}. <a href="${dashboardPathOf(addon.id)}">Refresh</a></p></div>`
}

function sectionsOf(insights: Insights, act: Act): string {
  if (insights.buckets) return [meters(insights.usage), buckets(insights.buckets)].join('\n')
  return [
    meters(insights.usage),
    connections(insights, act),
    tables(insights),
    statements(insights, act),
  ].join('\n')
}

function connections({ connections: known }: Insights, act: Act): string {
  const columns: Column<ConnectionInsight>[] = [
    { title: 'Application', cell: ({ application }) => theirs(application || '–') },
    { title: 'From', cell: ({ address }) => theirs(address || '–') },
    { title: 'State', cell: ({ state }) => theirs(state) },
    {
      title: 'For',
      isFigure: true,
      cell: (each) => (each.seconds === undefined ? '' : seconds(each.seconds)),
    },
    {
      title: 'End',
      isFigure: true,
      cell: ({ id }) => act('end-connection', `End ${id}`, { connection: id }),
    },
  ]
  return section(
    'Connections',
    '',
    known.length === 0 ? '<p>Nobody is connected.</p>' : table('Connections', columns, known),
  )
}

function tables({ tables: known }: Insights): string {
  if (!known) return section('Largest tables', '', '<p>They could not be measured now.</p>')
  const columns: Column<TableInsight>[] = [
    { title: 'Name', isText: true, cell: ({ name }) => theirs(name) },
    {
      title: 'Size',
      isFigure: true,
      cell: (each) => (each.bytes === undefined ? '–' : bytes(each.bytes)),
    },
    {
      title: 'Rows or keys',
      isFigure: true,
      cell: ({ rows }) => (rows === undefined ? '–' : count(rows)),
    },
  ]
  return section(
    'Largest tables',
    '',
    known.length === 0 ? '<p>There are none.</p>' : table('Largest tables', columns, known),
  )
}

function statements({ statements: known }: Insights, act: Act): string {
  const title = 'Slow statements'
  if (!known)
    return section(title, '', '<p>The server counts statements from its next start on.</p>')
  const columns: Column<StatementInsight>[] = [
    {
      title: 'Statement',
      isText: true,
      cell: ({ text }) => `<code>${theirs(text)}</code>`,
    },
    { title: 'Calls', isFigure: true, cell: ({ calls }) => count(calls) },
    { title: 'Mean', isFigure: true, cell: ({ mean }) => milliseconds(mean) },
    { title: 'Total', isFigure: true, cell: ({ total }) => milliseconds(total) },
  ]
  const list =
    known.length === 0
      ? '<p>None was counted yet.</p>'
      : `<p class="hint">Those that took longest in total, without the values in them.</p>
${table(title, columns, known)}`
  return section(title, act('reset-statements', 'Reset counts'), list)
}

const statuses = { success: 'complete', failed: 'failed', running: 'in progress' } as const
const kinds = {
  scheduled: 'every day',
  requested: 'on request',
  'before-restore': 'before a restore',
} as const

function backupsOf({ addon, backups }: Dashboard, around: Around, act: Act): string {
  const columns: Column<Backup>[] = [
    { title: 'Made', cell: ({ date }) => dateOf(date) },
    { title: 'Kind', cell: ({ kind }) => (kind ? kinds[kind] : '–') },
    { title: 'State', cell: ({ status }) => statuses[status] },
    {
      title: 'Size',
      isFigure: true,
      cell: ({ status, size }) => (status === 'success' ? bytes(size) : ''),
    },
  ]
  const console = `${around.console.replace(/\/$/, '')}${addonAddress(addon)}/backups`
  const list =
    backups.length === 0 ? '<p>There are none yet.</p>' : table('Back-ups', columns, backups)
  return section(
    'Back-ups',
    act('back-up', 'Back up now'),
    `${list}
<p><a href="${escapeHtml(console)}">Restore or download one in the console</a>, here or into a new add-on.</p>`,
  )
}

function factsOf({ addon }: Dashboard): string {
  const names = Object.keys(addon.config).map((key) => `<code>${escapeHtml(key)}</code>`)
  return section(
    'Variables',
    '',
    `<p>${names.length === 0 ? 'There are none yet.' : names.join(', ')}</p>
<p class="hint">Their values: <code>berth addon env ${escapeHtml(addon.name)}</code>. Id: <code>${escapeHtml(addon.id)}</code></p>`,
  )
}
