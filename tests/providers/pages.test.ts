import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { groups } from '#cli/conformance/check.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import { planChangeRequest } from '#protocol/provisioned.ts'
import vectors from '#protocol/sso/sso-vectors.json' with { type: 'json' }
import { root } from '#tests/laws/source-tree.ts'

const page = await readFile(join(root, 'docs/marketplace/protocol.md'), 'utf8')

test('page about the protocol: has every test vector', () => {
  for (const { fields, signature, token, form } of vectors) {
    const parts = [...Object.values(fields), signature, token, form].filter(Boolean)
    for (const part of parts) assert.ok(page.includes(`\`${part}\``), part)
  }
})

test('page about the protocol: has every field sent by the platform, and every group of checks', () => {
  const order = provisionRequest({
    addon_id: '',
    owner_id: '',
    owner_name: '',
    user_id: '',
    plan: '',
    callback_url: '',
    options: {},
    logplex_token: '',
  })
  const names = [...Object.keys(order), ...Object.keys(planChangeRequest('', '')), ...groups]
  for (const name of names) assert.match(page, new RegExp(`^\\| \`${name}\` +\\|`, 'm'))
})
