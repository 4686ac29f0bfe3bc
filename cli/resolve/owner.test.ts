import '#tests/support/home/own-home.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findApplication } from './application.ts'
import { chooseOwner } from './owner.ts'

const owner = (id: string, name: string, ...names: string[]) => ({
  id,
  name,
  consumers: [],
  addons: [],
  applications: names.map((one) => ({
    id: `app_${id}_${one}`,
    name: one,
    variantSlug: 'node',
    state: '',
    commit: null,
  })),
})
const user = owner('user_1', 'Dev')
const one = owner('orga_1', 'acme', 'web', 'worker')
const other = owner('orga_2', 'other', 'web')

test('owner: defaults to the only organisation, or to the user without any', () => {
  assert.equal(chooseOwner({ user, organisations: [user, one] }, undefined).id, 'orga_1')
  assert.equal(chooseOwner({ user, organisations: [] }, undefined).id, 'user_1')
})

test('owner: several organisations require a choice and are listed', () => {
  assert.throws(
    () => chooseOwner({ user, organisations: [one, other] }, undefined),
    /pass --org, or set a default with `berth organisations use <name>`\.\n {2}orga_1 {2}acme\n {2}orga_2 {2}other$/,
  )
})

test('owner: found by id or name', () => {
  const summary = { user, organisations: [one, other] }
  assert.equal(chooseOwner(summary, 'orga_2').name, 'other')
  assert.equal(chooseOwner(summary, 'acme').id, 'orga_1')
  assert.throws(() => chooseOwner(summary, 'nobody'), /not a member of an organisation 'nobody'/)
})

test('application: found by id or name; an ambiguous name is refused', () => {
  const summary = { user, organisations: [one, other] }
  assert.equal(findApplication(summary, 'worker', undefined).ownerId, 'orga_1')
  assert.equal(findApplication(summary, 'app_orga_2_web', undefined).ownerId, 'orga_2')
  assert.equal(findApplication(summary, 'web', 'other').ownerId, 'orga_2')
  assert.throws(
    () => findApplication(summary, 'web', undefined),
    /Several applications are named 'web'/,
  )
  assert.throws(() => findApplication(summary, 'workre', undefined), /no application 'workre'/)
})
