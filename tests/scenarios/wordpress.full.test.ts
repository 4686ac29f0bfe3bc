import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { visit } from '#tests/support/visitors/visit.ts'
import { wordpressFiles } from '#tests/support/wordpress/wordpress.ts'

/** An application that was not written here, on the oldest PHP, with a MySQL of the platform. */
let berth: TestBerth
let blog: PushedApplication

const configuration = `<?php
define('DB_NAME', getenv('MYSQL_ADDON_DB'));
define('DB_USER', getenv('MYSQL_ADDON_USER'));
define('DB_PASSWORD', getenv('MYSQL_ADDON_PASSWORD'));
define('DB_HOST', getenv('MYSQL_ADDON_HOST') . ':' . getenv('MYSQL_ADDON_PORT'));
define('DB_CHARSET', 'utf8mb4');
define('DISALLOW_FILE_MODS', true);
define('DISABLE_WP_CRON', true);
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    define($name . '_KEY', getenv('SECRET') . $name);
    define($name . '_SALT', $name . getenv('SECRET'));
}
$table_prefix = 'wp_';
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`

/** Until it is installed, every page leads to that path. */
const environment = {
  CC_PHP_VERSION: '8.2',
  CC_HEALTH_CHECK_PATH: '/wp-admin/install.php',
  SECRET: 'a long secret',
}

before(
  async () => {
    const [files] = await Promise.all([
      wordpressFiles(),
      provideTools({ name: 'php', version: '8.2' }),
    ])
    berth = await TestBerth.lease()
    const { client, admin } = berth
    blog = await PushedApplication.create(berth, 'blog', undefined, admin.organisationId, 'php')
    await cp(files, blog.project.folder, { recursive: true })
    for (const [name, value] of Object.entries(environment))
      await client.environment.set(blog.record, { name, value })
  },
  { timeout: 900_000 },
)
after(() => berth?.[Symbol.asyncDispose]())

const submit = (path: string, fields: Record<string, string>) =>
  visit(berth.addresses.visitors.http, blog.host, {
    path,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

test('WordPress: is installed over HTTP into a linked MySQL, and its front page has the title', async () => {
  const { client, admin } = berth
  const order = { name: 'blog-db', providerId: 'mysql-addon', region: 'par' }
  const addon = await client.addons.order(admin.organisationId, order)
  await client.addons.link(blog.record, addon.id)
  const { state } = await blog.deploy({ 'wp-config.php': configuration })
  assert.equal(state, 'OK', (await blog.log()).join('\n'))
  const account = {
    user_name: 'anna',
    admin_password: 'tall ships 1896',
    admin_email: 'anna@example.com',
  }
  const installed = await submit('/wp-admin/install.php?step=2', {
    ...account,
    admin_password2: account.admin_password,
    weblog_title: 'News of the harbour',
    blog_public: '0',
    language: '',
  })
  assert.match(installed.body, /Success!/)
  const front = await blog.visit()
  assert.equal(front.status, 200)
  assert.match(front.body, /<title>News of the harbour<\/title>/)
  const login = await submit('/wp-login.php', {
    log: account.user_name,
    pwd: account.admin_password,
  })
  assert.equal(login.status, 302)
  assert.match([login.headers['set-cookie'] ?? []].flat().join(), /wordpress_logged_in/)
})
