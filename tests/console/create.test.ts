import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from '#kit/net/free-port.ts'
import { html } from '#kit/text/html.ts'
import { defineProvider, type RunningProvider } from '#providers/kit/http/provider-server.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { ConsoleTab } from '#tests/support/console/console-tab.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { runCommand } from '#tests/support/platform/command.ts'
import { Project } from '#tests/support/projects/project.ts'
import { newManifest } from '#tests/support/providers/manifest.ts'

let berth: TestBerth
let browser: Browser
let tab: ConsoleTab
let service: RunningProvider
let organisationId: string

before(async () => {
  ;[berth, browser] = await Promise.all([TestBerth.lease(), Browser.start()])
  organisationId = berth.admin.organisationId
  service = await offerPigeons(berth)
  tab = await ConsoleTab.open(browser, berth, berth.admin)
})
after(async () => {
  await tab?.[Symbol.asyncDispose]()
  await service?.close()
  await browser?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
})

/** A provider with two plans, made with the kit. */
async function offerPigeons({ client, admin }: TestBerth): Promise<RunningProvider> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const urls = { base_url: `${address}/resources`, sso_url: `${address}/sso` }
  const manifest = newManifest('pigeon', { production: urls, test: urls })
  const running = defineProvider({
    manifest,
    provision: () => ({ config: { PIGEON_URL: 'pigeon://coo' }, message: 'Feed them daily.' }),
    changePlan: () => ({ config: { PIGEON_URL: 'pigeon://coo' }, message: 'More pigeons.' }),
    deprovision: () => {},
    panel: ({ email }) => html`<title>Loft</title><h1>Welcome, ${email}</h1>`,
  })
  await running.listen(port)
  const { organisationId: owner } = admin
  await client.providers.push(owner, { ...manifest })
  await client.providers.change(owner, 'pigeon', { shortDesc: 'Mail by air', canUpgrade: true })
  await client.providers.putFeature(owner, 'pigeon', { name: 'Pigeons', type: 'NUMBER' })
  for (const [name, slug, price, value] of [
    ['Small', 's', 0, '2'],
    ['Large', 'l', 12.5, '40'],
  ] as const) {
    const features = [{ name: 'Pigeons', value }]
    await client.providers.addPlan(owner, 'pigeon', { name, slug, price, features })
  }
  return running
}

/** The tab in which the provider's own page of the shown add-on opens. */
async function openDashboard() {
  const [dashboard] = await Promise.all([
    tab.page.context().waitForEvent('page'),
    tab.page.getByRole('link', { name: 'Open dashboard' }).click(),
  ])
  return dashboard
}

test('create: what can be made is found by typing, and Enter opens the first', async () => {
  const { page } = tab
  await tab.goTo(`/create?for=${organisationId}`)
  await page.getByRole('link', { name: 'OAuth consumer' }).waitFor()
  await tab.audit('create')
  await page.getByRole('searchbox').fill('deploy')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/create\/application\?/)
  await page.getByRole('heading', { level: 1, name: 'Create an application' }).waitFor()
})

/** Makes an API token with the form of the page that shows the commands. */
async function createToken(name: string): Promise<string> {
  await tab.page.getByRole('button', { name: 'Create an API token' }).click()
  const dialog = tab.page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Your password').fill(berth.admin.password)
  await dialog.getByRole('button', { name: 'Create a token' }).click()
  const token = await dialog.locator('.copy-value code').innerText()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await dialog.waitFor({ state: 'detached' })
  return token
}

test('create an application: the commands of the page push as they are, and it shows the steps by itself', async () => {
  const { page } = tab
  const submit = page.getByRole('button', { name: 'Create application' })
  await submit.click()
  await tab.sees('Give it a name.')
  await tab.audit('create-application')
  await page.getByLabel('Name', { exact: true }).fill('shop')
  await page.getByLabel('Name of variable 1').fill('GREETING')
  await page.getByLabel('Value of variable 1').fill('good day')
  await submit.click()
  await page.waitForURL(/\/create\/application\/app_/)
  await tab.sees('Waiting for your push')
  await page.getByLabel('Git over').selectOption('https')
  await tab.audit('create-push')
  const commands = await page.locator('main pre').innerText()
  const token = await createToken('push')
  const project = await Project.create(berth, 'shop', 'hello')
  const pushed = await PushedApplication.of(berth, project, { name: 'shop', organisationId })
  assert.deepEqual(pushed.record.env, [{ name: 'GREETING', value: 'good day' }])
  await project.write({ 'NEWS.md': 'It is new.', 'answer.sh': 'printf %s "$BERTH_ANSWER"' })
  await chmod(join(project.folder, 'answer.sh'), 0o755)
  const { GIT_CONFIG_COUNT: _, ...env } = project.env
  const answers = { GIT_ASKPASS: join(project.folder, 'answer.sh'), BERTH_ANSWER: token }
  const ran = await runCommand(['sh'], {
    cwd: project.folder,
    env: { ...env, ...answers },
    input: commands,
  })
  assert.equal(ran.code, 0, ran.output)
  await page.getByRole('list', { name: 'Steps of the deployment' }).waitFor()
  await page.getByRole('link', { name: 'Open it' }).waitFor({ timeout: 120_000 })
  await tab.audit('create-pushed')
})

test('marketplace: plans are compared, the cost is shown before the button, and the message of the provider after', async () => {
  const { page } = tab
  await tab.goTo(`/organisations/${organisationId}/marketplace`)
  await page.getByRole('link', { name: 'The pigeon' }).waitFor()
  await tab.audit('marketplace')
  await page.getByRole('link', { name: 'The pigeon' }).click()
  const plans = page.getByRole('table')
  await plans.getByText('€12.50').waitFor()
  await tab.sees('Nothing: this plan is free.')
  await page.getByRole('radio', { name: 'Choose the plan Large' }).check()
  // No prices are in force on this platform.
  await tab.sees('Nothing would be charged for it at the moment.')
  await tab.audit('offer')
  await page.getByRole('radio', { name: 'Choose the plan Small' }).check()
  await page.getByLabel('Name', { exact: true }).fill('loft')
  await page.getByLabel('Link to an application').selectOption('shop')
  await page.getByRole('button', { name: 'Order The pigeon', exact: true }).click()
  await tab.sees('Feed them daily.')
  await tab.sees('It is ready to be used.')
  await tab.audit('ordered')
  await page.getByRole('link', { name: 'Open the add-on' }).click()
})

test('add-on: has its state, plan, variables and applications; the dashboard opens signed in', async () => {
  const { page } = tab
  await page.getByRole('heading', { level: 1, name: 'loft' }).waitFor()
  await tab.sees('Feed them daily.')
  await tab.audit('addon')
  const tabs = page.getByRole('navigation', { name: 'Parts of the add-on' })
  await tab.follow('Variables', tabs)
  await page.getByRole('button', { name: 'Show PIGEON_URL' }).click()
  await tab.sees('pigeon://coo')
  await tab.audit('addon-variables')
  await tab.follow('Applications', tabs)
  await page.getByRole('button', { name: 'Unlink shop' }).click()
  await tab.sees('No application is linked')
  await tab.audit('addon-applications')
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('button', { name: 'Unlink shop' }).waitFor()
  for (const name of ['Back-ups', 'Logs'])
    await tab.follow(name, tabs).then(() => tab.audit(`addon-${name.toLowerCase()}`))
  const dashboard = await openDashboard()
  await dashboard.getByRole('heading', { name: `Welcome, ${berth.admin.email}` }).waitFor()
  await dashboard.close()
})

test('add-on: another plan is chosen with its cost, and its end needs the name', async () => {
  const { page } = tab
  const tabs = page.getByRole('navigation', { name: 'Parts of the add-on' })
  await tab.follow('Plan', tabs)
  await page.getByRole('radio', { name: 'Choose the plan Large' }).check()
  await tab.sees('Nothing would be charged for it at the moment.')
  await tab.audit('addon-plan')
  await page.getByRole('button', { name: 'Change to Large' }).click()
  await page.getByRole('table', { name: 'Changes of plan' }).getByText('done').waitFor()
  await tab.follow('Settings', tabs)
  await tab.audit('addon-settings')
  await page.getByRole('button', { name: 'Delete loft' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete loft' })
  const confirm = dialog.getByRole('button', { name: 'Delete loft' })
  assert.equal(await confirm.isDisabled(), true)
  await dialog.getByLabel('Type loft to confirm').fill('loft')
  await confirm.click()
  await page.waitForURL((url) => url.pathname === `/organisations/${organisationId}`)
  await tab.sees('No add-on yet')
})

test('add-on of a built-in provider: its variables are set on its page, and its dashboard opens signed in', async () => {
  const { page } = tab
  const order = { name: 'shared', providerId: 'config-provider' }
  const address = { ownerId: organisationId, id: '' }
  address.id = (await berth.client.addons.order(organisationId, order)).id
  await tab.goTo(`/organisations/${organisationId}/addons/${address.id}/variables`)
  await page.getByRole('button', { name: 'Add a variable' }).click()
  await page.getByLabel('Name of variable 1').fill('COLOUR')
  await page.getByLabel('Value of variable 1').fill('teal')
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('The variables were saved.').waitFor()
  assert.deepEqual(await berth.client.addons.variables(address), [
    { name: 'COLOUR', value: 'teal' },
  ])
  await tab.audit('addon-configuration')
  const panel = await openDashboard()
  await panel.getByRole('heading', { name: 'shared' }).waitFor()
  await panel.getByText('COLOUR').waitFor()
  await panel.close()
})

test('create an organisation: its overview follows, and the switcher has it', async () => {
  const { page } = tab
  await tab.goTo('/create/organisation')
  await tab.audit('create-organisation')
  await page.getByLabel('Name', { exact: true }).fill('Harbour')
  await page.getByRole('button', { name: 'Create organisation' }).click()
  await page.waitForURL(/\/organisations\/orga_/)
  await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor()
})

test('create an application: the chosen folder proposes its type and name, and shows the recipe', async () => {
  const { page } = tab
  await tab.goTo(`/create/application?for=${organisationId}`)
  const folder = await mkdtemp(join(tmpdir(), 'berth-project-'))
  try {
    const place = join(folder, 'shop')
    await mkdir(join(place, 'node_modules/x'), { recursive: true })
    await writeFile(join(place, 'node_modules/x/Gemfile'), '')
    await writeFile(join(place, 'requirements.txt'), 'flask\n')
    await writeFile(join(place, 'app.py'), 'from flask import Flask\napp = Flask(__name__)\n')
    const input = page.getByLabel('Choose its folder').and(page.locator('input'))
    await input.setInputFiles(place)
    await tab.sees('shop is recognised:')
    await page.getByRole('radio', { name: 'Python', checked: true }).waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'shop')
    const python = page.getByLabel('How it would be built and started as Python:')
    await python.getByText('uwsgi serves app:app').waitFor()
    await tab.audit('create-folder')
    await writeFile(join(place, 'package.json'), '{"scripts":{"start":"node a.js"}}')
    await input.setInputFiles(place)
    await tab.sees('The files of shop fit several types. Choose one of them below:')
    await page.getByRole('radio', { name: 'Node.js' }).check()
    const recipe = page.getByLabel('How it would be built and started as Node.js:')
    await recipe.getByText('npm start').waitFor()
  } finally {
    await rm(folder, { recursive: true })
  }
})
