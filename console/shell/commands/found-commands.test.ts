import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeploymentSummary } from '#client/resources/applications/deployments.ts'
import type { Release } from '#client/resources/applications/releases.ts'
import type { InvoiceSummary } from '#client/resources/billing/invoices.ts'
import type { Owner } from '#console/navigation/owners.ts'
import type { OwnedApplication } from './application-commands.ts'
import {
  commitCommands,
  documentationCommands,
  invoiceCommands,
  rollbackCommands,
} from './found-commands.ts'
import { matchingCommands, wordsOf } from './match-commands.ts'

const owner: Owner = {
  id: 'orga_1',
  name: 'Acme',
  role: 'ADMIN',
  isPersonal: false,
  applications: [],
  addons: [],
  consumers: [],
}
const hello: OwnedApplication = {
  owner,
  application: { id: 'app_1', name: 'hello', variantSlug: 'node', state: 'UP', commit: 'c' },
  isOpen: true,
}

const release = (number: number, state: Release['state']): Release => ({
  number,
  state,
  deploymentId: `deployment_${number}`,
  date: 0,
  commit: `${number}234567890`,
  image: null,
  cause: '',
  author: { id: 'user_1', name: 'Ann' },
  commitSummary: null,
  origin: null,
  changes: { commit: true, variables: { added: [], changed: [], removed: [] }, recipe: [] },
})

const deployment = (id: number, commit: string, message?: string): DeploymentSummary => ({
  id,
  uuid: `deployment_${id}`,
  date: 0,
  state: 'OK',
  action: 'DEPLOY',
  commit,
  cause: '',
  instances: 1,
  phase: 'live',
  duration: 1,
  author: null,
  commitSummary: message ? { author: 'Ann', message, date: 0, url: null } : null,
  isLive: false,
  failure: null,
  headline: null,
  branch: null,
  comparison: null,
})

const find = (commands: Parameters<typeof matchingCommands>[0], typed: string) =>
  matchingCommands(commands, wordsOf(typed), { recent: [] }).map(({ label }) => label)

test('releases: all but the live one can be rolled back to, the newest first', () => {
  const commands = rollbackCommands(hello, [
    release(11, 'LIVE'),
    release(10, 'KEPT'),
    release(9, 'ARTIFACT_GONE'),
  ])
  assert.deepEqual(find(commands, 'hello roll back to'), [
    'hello › Roll back to release 10',
    'hello › Roll back to release 9',
  ])
  assert.deepEqual(find(commands, '9234567'), ['hello › Roll back to release 9'])
  const [first] = commands
  assert.ok(first?.effect.kind === 'task' && first.effect.task.kind === 'rollback')
  assert.equal(first.effect.task.release.deploymentId, 'deployment_10')
})

test('commits: each is listed once, found by its number or by its message', () => {
  const long = `Repair the cart\n\n${'details '.repeat(50)}`
  const commands = commitCommands(hello, [
    deployment(3, 'bbbbbbbbbb', long),
    deployment(2, 'aaaaaaaaaa'),
    deployment(1, 'bbbbbbbbbb', long),
  ])
  assert.deepEqual(find(commands, 'bbbbbbbbb'), ['hello › bbbbbbbb Repair the cart'])
  assert.deepEqual(find(commands, 'cart'), ['hello › bbbbbbbb Repair the cart'])
  assert.deepEqual(find(commands, 'aaaaaaaaaa'), ['hello › aaaaaaaa'])
  assert.equal(commands[0]?.detail, 'deployment 3')
})

test('invoices and pages of the documentation are found by number and title', () => {
  const summary = { invoice_number: 'F-2026-12', type: 'INVOICE', emission_date: '2026-12-01' }
  const bills = invoiceCommands(owner, [summary as InvoiceSummary])
  assert.deepEqual(find(bills, '2026-12'), ['Invoice F-2026-12'])
  const pages = [{ address: 'guides/domains.html', title: 'Domains', section: 'Users' }]
  assert.deepEqual(find(documentationCommands(pages), 'docs domains'), ['Domains'])
})
