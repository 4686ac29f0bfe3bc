import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settingList } from '#settings/setting-list.ts'
import { root } from './source-tree.ts'

/** Ports that people type into links, at which nothing listens. */
const onlyShown = ['BERTH_PUBLIC_HTTP_PORT', 'BERTH_PUBLIC_HTTPS_PORT']

test('firewall table: has every setting of a port with its default, and no other', () => {
  const page = readFileSync(join(root, 'docs/operating/firewall.md'), 'utf8')
  const rows = page.matchAll(/^\| ([\w-]+) \| (?:TCP|UDP) \| `(BERTH_\w+)` \|/gm)
  const listed = Array.from(rows, ([, port, setting]) => [setting, port])
  const ports = Object.values(settingList)
    .filter(({ variable }) => /_PORTS?$/.test(variable) && !onlyShown.includes(variable))
    .map(({ variable, fallback }) => [variable, fallback || 'none'])
  assert.deepEqual(listed.toSorted(), ports.toSorted())
})
